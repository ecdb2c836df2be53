import type { Organization, ProjectSettingsInput } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { pagedQuery, searchOf } from '../../lib/paged-query.ts';

/** Query of the names of the server's translation engines. */
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

/** Query of the child projects of a project. Returns either the active or the archived ones. */
export const childrenQuery = (
  organizationId: string,
  projectId: string,
  { q, onlyArchived }: { q: string; onlyArchived: boolean },
) =>
  pagedQuery(['children', organizationId, projectId, onlyArchived, q], (page) =>
    api(organizationId).i18n.children.list({ projectId, onlyArchived, ...page, ...searchOf(q) }),
  );

export const createChild = async (organizationId: string, projectId: string, name: string) =>
  (await api(organizationId).i18n.children.create({ projectId, name })).data;

/** Query of the archived environments of a project. */
export const archivedEnvironmentsQuery = (organizationId: string, projectId: string) =>
  pagedQuery(['archived-environments', organizationId, projectId], (page) =>
    api(organizationId).i18n.environments.list({ projectId, onlyArchived: true, ...page }),
  );

export const restoreEnvironment = (
  organizationId: string,
  projectId: string,
  environmentId: string,
) => api(organizationId).i18n.environments.update({ projectId, environmentId, archived: false });

export const archiveProject = (organizationId: string, projectId: string) =>
  api(organizationId).i18n.projects.delete({ projectId });

export const restoreProject = (organizationId: string, projectId: string) =>
  api(organizationId).i18n.projects.update({ projectId, archived: false });

/** Query of the archived projects of an organization. */
export const archivedProjectsQuery = (organizationId: string, q: string) =>
  pagedQuery(['archived-projects', organizationId, q], (page) =>
    api(organizationId).i18n.projects.list({ onlyArchived: true, ...page, ...searchOf(q) }),
  );

export const changeOrganization = async (
  organizationId: string,
  change: { name: string; slug: string },
): Promise<Organization> =>
  (await api(organizationId).organizations.update({ organizationId, ...change })).data;
