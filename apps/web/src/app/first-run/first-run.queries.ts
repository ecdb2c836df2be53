import type { MessageFormat, Project } from '@parlance/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** The choices of a person for a new project, most of them recognized in the file. */
export interface NewProject {
  readonly name: string;
  readonly sourceLocale: string;
  readonly messageFormat: MessageFormat;
}

/** Creates a project, or changes the one that an earlier attempt created. */
export async function saveProject(
  organizationId: string,
  created: Project | null,
  { name, sourceLocale, messageFormat }: NewProject,
): Promise<Project> {
  const { projects, locales } = api(organizationId).i18n;
  const body = { name, sourceLocale, settings: { messageFormat } };
  if (created === null) return (await projects.create(body)).data;
  const { id: projectId, sourceLocale: before } = created;
  const isSame = sourceLocale.toLowerCase() === before.toLowerCase();
  // The source locale has to be a locale of the project. The one before it has no values yet.
  if (!isSame) await locales.create({ projectId, code: sourceLocale });
  const { data } = await projects.update({ projectId, ...body });
  if (!isSame) await locales.delete({ projectId, localeCode: before, purge: true });
  return data;
}

/** Writes the strings of one locale into a project. */
export const importContent = (
  organizationId: string,
  projectId: string,
  locale: string,
  content: Record<string, unknown>,
) => api(organizationId).i18n.projects.import({ projectId, locale, content });

const ITEMS_SEARCHED = 50;

/** The key of the first string that a job has translated into a locale. */
export async function findFirstTranslation(
  organizationId: string,
  jobId: string,
  locale: string,
): Promise<string | undefined> {
  const { data } = await api(organizationId).translate.jobs.result({
    jobId,
    locale,
    partial: true,
    limit: ITEMS_SEARCHED,
  });
  return data.locales[locale]?.items.find(({ status }) => status === 'translated')?.id;
}

/** Ids of the demo projects that this person made. They are preferences of the account. */
export const demoProjectsQuery = queryOptions({
  queryKey: ['demo-projects'],
  queryFn: async (): Promise<readonly string[]> => {
    const { demoProjects } = (await api().users.me.get()).data.preferences;
    return Array.isArray(demoProjects) ? demoProjects.map(String) : [];
  },
});

export const setDemoProjects = (demoProjects: readonly string[]) =>
  api().users.me.update({ preferences: { demoProjects } });

export const removeProject = (organizationId: string, projectId: string) =>
  api(organizationId).i18n.projects.delete({ projectId });
