import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, textsOf } from '../../documents/documents.ts';
import { count } from '../../output/count.ts';
import type { Difference } from '../three-way.ts';
import type { Workspace } from '../workspace.ts';

/** Counts of translations that become outdated because their source text changes. */
interface Outdated {
  readonly line: string;
  /** Number of translations by locale. Null if they were not counted. */
  readonly counts: Record<string, number> | null;
}

/**
 * Returns a sentence about the translations that the push makes outdated. Null if there are none.
 * @param keeps - True if the push keeps the translations of changed source texts
 */
export async function describeOutdated(
  workspace: Workspace,
  sent: readonly Difference[],
  { keeps = false } = {},
): Promise<Outdated | null> {
  const { sourceLocale } = workspace.project;
  const changed = sent
    .filter(({ locale, project }) => locale === sourceLocale && project !== null)
    .map(({ key }) => key);
  if (keeps) {
    if (changed.length === 0) return null;
    return {
      line: `Translations of ${count(changed.length, 'changed text')} are kept.`,
      counts: {},
    };
  }
  const counts = await countOutdated(workspace, changed);
  const what = count(changed.length, 'changed text');
  if (counts === null) return { line: `The translations of ${what} become outdated.`, counts };
  if (counts.size === 0) return null;
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const each = [...counts].map(([locale, localeCount]) => `${locale} ${localeCount}`).join(', ');
  const line = `${count(all, 'translation')} of ${what} ${all === 1 ? 'becomes' : 'become'} outdated: ${each}`;
  return { line, counts: Object.fromEntries(counts) };
}

/** Maximum total size of files that are read only to count translations, in bytes. */
const MAX_READ_BYTES = 5_000_000;

/**
 * Counts the translations of changed source texts by locale. Returns null if the unread files are
 * larger than {@link MAX_READ_BYTES}.
 */
async function countOutdated(
  { config, context, documents, inStep, project, projectTexts }: Workspace,
  keys: readonly string[],
): Promise<Map<string, number> | null> {
  const counts = new Map<string, number>();
  if (keys.length === 0) return counts;
  const add = (locale: string, texts: ReadonlyMap<string, string>): void => {
    if (locale === project.sourceLocale) return;
    const filled = keys.filter((key) => (texts.get(key) ?? '') !== '').length;
    if (filled > 0) counts.set(locale, (counts.get(locale) ?? 0) + filled);
  };
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
