import type { Organization, Project, ProjectSettingsInput } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Names of the engines of the server. */
export const engineNamesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['engine-names', organizationId],
    queryFn: async () =>
      (await api(organizationId).translate.engines({})).data.map(({ name }) => name),
  });

export const changeProject = (
  organizationId: string,
  projectId: string,
  change: { name?: string; slug?: string; sourceLocale?: string; settings?: ProjectSettingsInput },
) => api(organizationId).i18n.projects.update({ projectId, ...change });

/** Child projects of a project, archived ones too. */
export const childrenQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['children', organizationId, projectId],
    queryFn: async () =>
      await Array.fromAsync(
        api(organizationId).i18n.children.listAll({ projectId, archived: true }),
      ),
  });

export const createChild = async (organizationId: string, projectId: string, name: string) =>
  (await api(organizationId).i18n.children.create({ projectId, name })).data;

/** Environments of a project that are archived. */
export const archivedEnvironmentsQuery = (organizationId: string, projectId: string) =>
  queryOptions({
    queryKey: ['archived-environments', organizationId, projectId],
    queryFn: async () => {
      const { environments } = api(organizationId).i18n;
      const all = await Array.fromAsync(environments.listAll({ projectId, archived: true }));
      return all.filter(({ archivedAt }) => archivedAt !== null);
    },
  });

export const restoreEnvironment = (
  organizationId: string,
  projectId: string,
  environmentId: string,
) => api(organizationId).i18n.environments.update({ projectId, environmentId, archived: false });

export const archiveProject = (organizationId: string, projectId: string) =>
  api(organizationId).i18n.projects.delete({ projectId });

export const restoreProject = (organizationId: string, projectId: string) =>
  api(organizationId).i18n.projects.update({ projectId, archived: false });

/** Projects that are archived. */
export const archivedProjectsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['archived-projects', organizationId],
    queryFn: async (): Promise<Project[]> => {
      const all = await Array.fromAsync(
        api(organizationId).i18n.projects.listAll({ archived: true }),
      );
      return all.filter(({ archivedAt }) => archivedAt !== null);
    },
  });

export const changeOrganization = async (
  organizationId: string,
  change: { name: string; slug: string },
): Promise<Organization> =>
  (await api(organizationId).organizations.update({ organizationId, ...change })).data;
