import type { MessageFormat, Project } from '@parlance/contracts';
import { isParlanceError } from '@parlance/sdk';
import { queryOptions } from '@tanstack/react-query';
import { discardImport, stageFile } from '../../features/imports/imports.queries.ts';
import type { PendingFile } from '../../features/imports/pending-files.ts';
import { addLocale } from '../../features/projects/projects.queries.ts';
import { api } from '../../lib/api.ts';

/** The settings of a new project. Most of them were detected from the first file. */
export interface NewProject {
  readonly name: string;
  readonly sourceLocale: string;
  readonly messageFormat: MessageFormat;
  /** Names of the libraries that display the texts. Null if the user has not chosen any. */
  readonly runtimes: string[] | null;
}

/** Creates a project. If an earlier attempt has created it already, updates it instead. */
export async function saveProject(
  organizationId: string,
  created: Project | null,
  { name, sourceLocale, messageFormat, runtimes }: NewProject,
): Promise<Project> {
  const { projects, locales } = api(organizationId).i18n;
  const body = { name, sourceLocale, settings: { messageFormat, runtimes } };
  const earlier = created ?? (await findUnused(organizationId, name));
  if (earlier === undefined) return (await projects.create(body)).data;
  const { id: projectId, sourceLocale: before } = earlier;
  const isSame = sourceLocale.toLowerCase() === before.toLowerCase();
  // The new source locale must exist in the project before the setting can be changed. The project has no values in the
  // previous source locale.
  if (!isSame) await locales.create({ projectId, code: sourceLocale });
  const { data } = await projects.update({ projectId, ...body });
  if (!isSame) await locales.delete({ projectId, localeCode: before, purge: true });
  return data;
}

/**
 * Finds a project with the given name that has no content. An earlier attempt leaves such a project if the user goes
 * away before the import.
 */
async function findUnused(organizationId: string, name: string): Promise<Project | undefined> {
  const { projects, keys, locales } = api(organizationId).i18n;
  const { data: found } = await projects.list({ q: name });
  for (const project of found) {
    if (project.name !== name || project.parentId !== null) continue;
    const one = { projectId: project.id, limit: 1 };
    const { data: itsKeys } = await keys.list({ ...one, archived: true });
    const { meta: itsLocales } = await locales.list(one);
    if (itsKeys.length === 0 && itsLocales.nextCursor === null) return project;
  }
  return undefined;
}

/**
 * Stages the first file of a project. Discards an earlier staged import that the user abandoned. Stores the ids of
 * the project and of the new import in the user's preferences.
 */
export async function stageFirstFile(
  organizationId: string,
  projectId: string,
  file: PendingFile,
): Promise<string> {
  const { me } = api().users;
  const { firstImport } = (await me.get()).data.preferences;
  const [leftIn, left] = String(firstImport).split(' ');
  if (leftIn === projectId && left !== undefined) {
    await discardLeft(organizationId, projectId, left);
  }
  const options = { mode: 'overwrite', prune: false, csvSafe: false, isLatin1: false } as const;
  const { importId } = await stageFile(organizationId, projectId, file, options);
  await me.update({ preferences: { firstImport: `${projectId} ${importId}` } });
  return importId;
}

/** Discards a staged import, unless it was already discarded or has expired. */
async function discardLeft(
  organizationId: string,
  projectId: string,
  importId: string,
): Promise<void> {
  try {
    await discardImport(organizationId, projectId, importId);
  } catch (error) {
    if (!isParlanceError(error, 'not_found')) throw error;
  }
}

/**
 * Discards the first staged import of a project and archives the project. If a request fails, the caller can call this
 * again, and it continues where it stopped.
 */
export async function removeNewProject(
  organizationId: string,
  projectId: string,
  importId: string,
): Promise<void> {
  await discardLeft(organizationId, projectId, importId);
  await removeProject(organizationId, projectId);
}

/** Adds a locale to a project, unless an earlier attempt has added it. */
export async function ensureLocale(
  organizationId: string,
  projectId: string,
  code: string,
): Promise<void> {
  try {
    await addLocale(organizationId, projectId, code);
  } catch (error) {
    if (!isParlanceError(error, 'conflict')) throw error;
  }
}

/** Writes the strings of one locale into a project. */
export const importContent = (
  organizationId: string,
  projectId: string,
  locale: string,
  content: Record<string, unknown>,
) => api(organizationId).i18n.projects.import({ projectId, locale, content });

const ITEMS_SEARCHED = 50;

/** Finds the key of the first string that a translation job has translated into a locale. */
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

/**
 * Query of the ids of the demo projects that the user has created. They are stored in the preferences of the account.
 */
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

/** Number of strings that the page shows before a file is imported. */
const SAMPLE = 5;

/** Query of the first strings that an import would add. */
export const importSampleQuery = ({
  organizationId,
  projectId,
  importId,
}: {
  organizationId: string;
  projectId: string;
  importId: string;
}) =>
  queryOptions({
    queryKey: ['import-sample', organizationId, projectId, importId],
    queryFn: async () =>
      (
        await api(organizationId).i18n.imports.changes({
          projectId,
          importId,
          kind: 'added',
          limit: SAMPLE,
        })
      ).data,
    // An import that was applied no longer has a sample.
    staleTime: 'static',
  });
