import { type RawBuilder, sql } from 'kysely';

export interface TextMatch {
  matchesCase?: boolean;
  matchesWords?: boolean;
}

/**
 * Returns the SQL condition that a text contains `part`. Searches for both normalization forms of
 * `part`, because stored texts may be in NFC or NFD (UAX #15).
 */
export function containsText(
  text: RawBuilder<unknown>,
  part: string,
  { matchesCase = false, matchesWords = false }: TextMatch = {},
): RawBuilder<boolean> {
  const forms = new Set([part, part.normalize('NFC'), part.normalize('NFD')]);
  const found = [...forms].map((form) => {
    const where = fold(text, matchesCase);
    const what = fold(sql`${form}::text`, matchesCase);
    if (!matchesWords) return sql`strpos(${where}, ${what}) > 0`;
    const pattern = fold(sql`${wordPattern(form)}::text`, matchesCase);
    // Runs the plain search first, because it is faster than the regular expression.
    return sql`(strpos(${where}, ${what}) > 0 and ${where} ~ ${pattern})`;
  });
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

export const anyContainsText = (
  texts: readonly RawBuilder<unknown>[],
  part: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => containsText(text, part)),
    sql` or `,
  )})`;

export const fold = (text: RawBuilder<unknown>, matchesCase: boolean): RawBuilder<string> =>
  matchesCase
    ? sql<string>`(${text} collate search_fold)`
    : sql<string>`lower(${text} collate search_fold)`;

const WORD_START = /^[\p{L}\p{N}_]/u;
const WORD_END = /[\p{L}\p{N}_]$/u;

/** Returns a regular expression that matches a literal text between word boundaries. */
function wordPattern(text: string): string {
  // PostgreSQL reads an escaped punctuation character as the character itself (section 9.7.3.3).
  const literal = text.replace(/[!-/:-@[-^`{-~]/g, '\\$&');
  const start = WORD_START.test(text) ? '(?<![[:alnum:]_])' : '';
  const end = WORD_END.test(text) ? '(?![[:alnum:]_])' : '';
  return `${start}${literal}${end}`;
}
