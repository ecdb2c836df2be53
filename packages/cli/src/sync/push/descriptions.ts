import { formatById } from '@parlance/formats';
import { paginate } from '@parlance/sdk';
import { LIMITS } from '../../documents/documents.ts';
import { collect } from '../../lists.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';

/**
 * Returns the keys whose description must be pushed although their text is unchanged. Examines only
 * files that changed since the last sync.
 */
export async function findNewDescriptions(workspace: Workspace): Promise<Difference[]> {
  const { documents, project, inStep, projectTexts, documentOf, selection } = workspace;
  const locale = project.sourceLocale;
  const changed = documents.filter(
    (document) =>
      (document.locale === locale || document.locale === null) &&
      document.hash !== null &&
      inStep.get(document.path) !== document.hash &&
      selection.hasFile(document.path) &&
      document.rows.some(({ description }) => description !== undefined),
  );
  if (changed.length === 0) return [];
  const projectDescriptions = await fetchDescriptions(workspace);
  const texts = projectTexts.get(locale);
  const found = changed.flatMap((document) =>
    document.rows.flatMap(({ name, description, values }): Difference[] => {
      const key = document.prefix + name;
      const text = values.find((value) => value.localeTag === locale)?.text;
      if (description === undefined || projectDescriptions.get(key) === description) return [];
      if (text === undefined || texts?.get(key) !== text) return [];
      if (!selection.hasKey(key) || documentOf(locale, key) !== document) return [];
      return [{ kind: 'here', key, locale, base: text, file: text, project: text }];
    }),
  );
  if (!found.some(({ key }) => projectDescriptions.has(key))) return found;
  const isOfPerson = await findDescribedByPeople(workspace);
  return found.filter(({ key }) => !isOfPerson.has(key));
}

/**
 * Returns the keys whose description was written in the project. A push does not replace these
 * descriptions.
 */
async function findDescribedByPeople({ connection, project }: Workspace): Promise<Set<string>> {
  const { keys } = connection.client.i18n;
  const all = await collect(paginate(keys.list, { projectId: project.id, limit: 500 }));
  return new Set(
    all.flatMap(({ name, descriptionOrigin }) => (descriptionOrigin === 'person' ? [name] : [])),
  );
}

/** Returns the project's descriptions by key. They come from a CSV export of the source locale. */
export async function fetchDescriptions({
  connection,
  project,
}: Workspace): Promise<Map<string, string>> {
  const locale = project.sourceLocale;
  const { data } = await connection.client.i18n.projects.export({
    projectId: project.id,
    locale,
    format: 'csv',
  });
  const { content } = data as { content: string };
  const rows = formatById('csv')!.read(bytesOf(content), {
    keySeparator: project.settings.keySeparator,
    localeTag: locale,
    sourceLocaleTag: locale,
    limits: LIMITS,
    warn: () => {},
  });
  const descriptions = new Map<string, string>();
  for await (const batch of rows) {
    for (const { name, description } of batch) {
      if (description !== undefined && description !== '') descriptions.set(name, description);
    }
  }
  return descriptions;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
