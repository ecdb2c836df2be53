import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, textsOf } from './documents.ts';
import type { Workspace } from './workspace.ts';

/** Files that a plan reads for its counts only. */
const MAX_READ_BYTES = 5_000_000;

/**
 * Counts the translations of source texts that change, by locale. Those of locales that were not fetched are in the
 * files. Returns null if these are so large that counting would take longer than the push.
 */
export async function countOutdated(
  { config, context, documents, inStep, project, projectTexts }: Workspace,
  keys: readonly string[],
): Promise<Map<string, number> | null> {
  const counts = new Map<string, number>();
  if (keys.length === 0) return counts;
  const add = (locale: string, texts: ReadonlyMap<string, string>): void => {
    if (locale === project.sourceLocale) return;
    const own = keys.filter((key) => (texts.get(key) ?? '') !== '').length;
    if (own > 0) counts.set(locale, (counts.get(locale) ?? 0) + own);
  };
  // The rows of files that have the texts of the last sync were not read.
  const unread = documents.filter(({ path, bytes }) => inStep.has(path) && bytes.length === 0);
  const sizes = unread.map(({ path }) => statSync(join(config.root, path)).size);
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_READ_BYTES) return null;
  const skipped = new Set(unread.map(({ locale }) => locale));
  for (const [locale, texts] of projectTexts) if (!skipped.has(locale)) add(locale, texts);
  for (const document of unread) {
    const read = await readDocument(config, document, context);
    if (!('rows' in read)) continue;
    for (const [locale, texts] of textsOf(read)) add(locale, texts);
  }
  return counts;
}
