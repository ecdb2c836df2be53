import type { Row } from '@parlance/sdk';
import { api } from '../../../lib/api.ts';
import type { RowQuery } from '../editor.queries.ts';
import { phraseOf } from '../query/phrase-of.ts';

/** Maximum number of rows that one search compares, and thus of texts that one change fills. */
const MAX_ROWS = 200;
/**
 * Time limit of one request of a search in milliseconds, and maximum number of requests. A large project is searched
 * only in part, because repeated texts are only a convenience and saving is more important. If another text is saved,
 * the search ends after the current request.
 */
const PART_MS = 100;
const MAX_PARTS = 4;

/** A key whose source text is repeated, with the version of that text. */
export type RepeatedKey = Pick<Row, 'keyId' | 'sourceVersion'>;

/**
 * Finds keys whose source text equals the given text and whose text in a locale is missing. Returns keys without a plural
 * family.
 */
export async function findRepeats(
  { organizationId, projectId }: Pick<RowQuery, 'organizationId' | 'projectId'>,
  { row, locale }: { row: Row; locale: string },
  signal: AbortSignal,
): Promise<readonly RepeatedKey[]> {
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
  const { data: repeatedRows } = await rows.list({ ...of, keyIds, limit: MAX_ROWS }, { signal });
  return repeatedRows
    .filter(({ family, translatable, source, values }) => {
      const isOpen = family === null && translatable && (values[locale] ?? null) === null;
      return isOpen && source?.isTruncated === false && source.text === row.source!.text;
    })
    .map(({ keyId, sourceVersion }) => ({ keyId, sourceVersion }));
}

/**
 * Writes the same text into the missing texts of several keys in a locale, as one change. Returns the id of the change
 * and the number of texts.
 */
export async function fillTexts(
  { organizationId, projectId }: Pick<RowQuery, 'organizationId' | 'projectId'>,
  { keys, locale, text }: { keys: readonly RepeatedKey[]; locale: string; text: string },
): Promise<{ changeId: string | null; changed: number }> {
  const { data } = await api(organizationId).i18n.values.bulk({
    projectId,
    select: { keyIds: keys.map(({ keyId }) => keyId), locales: [locale] },
    action: { setText: { text } },
    read: keys.map((key) => ({ ...key, locale, version: 0 })),
    skipConflicts: true,
  });
  return { changeId: data.changeId, changed: data.changed };
}
