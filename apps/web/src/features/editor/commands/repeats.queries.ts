import type { Row } from '@parlance/sdk';
import { api } from '../../../lib/api.ts';
import type { RowQuery } from '../editor.queries.ts';
import { phraseOf } from '../query/phrase-of.ts';

/** Maximum number of rows that are compared and that one change fills. */
const MAX_ROWS = 200;
/**
 * Time limit of one search call, and maximum number of calls. A large project is only searched in part, because repeats
 * are optional and saves are more important. A later save ends the search between two calls.
 */
const PART_MS = 100;
const MAX_PARTS = 4;

/** Returns the ids of ordinary keys with an equal source string and a missing text in a locale. */
export async function findRepeats(
  { organizationId, projectId }: Pick<RowQuery, 'organizationId' | 'projectId'>,
  { row, locale }: { row: Row; locale: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const phrase = row.source && !row.source.isTruncated ? phraseOf(row.source.text) : null;
  if (phrase === null) return [];
  const { rows, rowIndex } = api(organizationId).i18n;
  const of = { projectId, locales: [locale] };
  const query = `source:"${phrase}" case: is:missing`;
  let cursor: string | undefined;
  const found: string[] = [];
  for (let part = 0; part < MAX_PARTS && found.length < MAX_ROWS; part++) {
    const place = { maxMs: PART_MS, ...(cursor !== undefined && { cursor }) };
    const { data } = await rowIndex.get({ ...of, query, ...place }, { signal });
    found.push(...(data.keyIds ?? []));
    if (data.nextCursor === null) break;
    cursor = data.nextCursor;
  }
  const keyIds = found.filter((keyId) => keyId !== row.keyId).slice(0, MAX_ROWS);
  if (keyIds.length === 0) return [];
  const { data: known } = await rows.list({ ...of, keyIds, limit: MAX_ROWS }, { signal });
  return known
    .filter(({ family, translatable, source, values }) => {
      const isOpen = family === null && translatable && (values[locale] ?? null) === null;
      return isOpen && source?.isTruncated === false && source.text === row.source!.text;
    })
    .map(({ keyId }) => keyId);
}

/**
 * Fills the missing texts of keys in a locale with one text, as one change. Returns the change's id and the number of
 * texts.
 */
export async function fillTexts(
  { organizationId, projectId }: Pick<RowQuery, 'organizationId' | 'projectId'>,
  { keyIds, locale, text }: { keyIds: readonly string[]; locale: string; text: string },
): Promise<{ changeId: string | null; changed: number }> {
  const { data } = await api(organizationId).i18n.values.bulk({
    projectId,
    select: { keyIds: [...keyIds], locales: [locale] },
    action: { setText: { text } },
  });
  return { changeId: data.changeId, changed: data.changed };
}
