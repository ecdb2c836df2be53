import { formatById } from '@parlance/formats';
import { LIMITS } from './documents.ts';
import type { Difference } from './three-way.ts';
import type { Workspace } from './workspace.ts';

/**
 * Returns texts of the source locale that are the same in the file and the project, and whose key has a description in
 * the file and none in the project: a merge replaces none. Only files that changed since the last sync are looked at.
 */
export async function findNewDescriptions(workspace: Workspace): Promise<Difference[]> {
  const { documents, project, inStep, projectTexts, documentOf, selection } = workspace;
  const locale = project.sourceLocale;
  const changed = documents.filter(
    (one) =>
      (one.locale === locale || one.locale === null) &&
      one.hash !== null &&
      inStep.get(one.path) !== one.hash &&
      selection.hasFile(one.path) &&
      one.rows.some(({ description }) => description !== undefined),
  );
  if (changed.length === 0) return [];
  const known = await fetchDescriptions(workspace);
  const texts = projectTexts.get(locale);
  return changed.flatMap((document) =>
    document.rows.flatMap(({ name, description, values }): Difference[] => {
      const key = document.prefix + name;
      const text = values.find((value) => value.localeTag === locale)?.text;
      if (description === undefined || known.has(key)) return [];
      if (text === undefined || texts?.get(key) !== text) return [];
      if (!selection.hasKey(key) || documentOf(locale, key) !== document) return [];
      return [{ kind: 'here', key, locale, base: text, file: text, project: text }];
    }),
  );
}

/** The descriptions of the project by key, from a CSV file of the source locale. */
export async function fetchDescriptions({
  connection,
  project,
}: Workspace): Promise<Map<string, string>> {
  const locale = project.sourceLocale;
  const { data } = await connection.client.i18n.projects.export({
    ...{ projectId: project.id, locale, format: 'csv' },
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
