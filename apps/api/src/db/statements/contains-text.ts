import { foldedPattern, foldKindsFor, foldText } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';

export interface TextMatch {
  matchesCase?: boolean;
  matchesWords?: boolean;
  /**
   * SQL for the `foldKindsOf` of the text. If it is null or absent, a text with non-ASCII
   * characters is also searched by a regular expression.
   */
  kinds?: RawBuilder<number | null>;
}

/**
 * Returns the SQL condition that a text contains `part`. If case does not matter, compares the
 * results of `foldText` for both.
 */
export function containsText(
  text: RawBuilder<unknown>,
  part: string,
  { matchesCase = false, matchesWords = false, kinds }: TextMatch = {},
): RawBuilder<boolean> {
  if (matchesCase) return containsExactly(text, part, matchesWords);
  const isFound = containsFolded(text, part, kinds);
  if (!matchesWords) return isFound;
  const pattern = wordPattern(part, foldedPattern(part));
  return sql<boolean>`(${isFound} and ${text} collate search_fold ~ ${pattern}::text)`;
}

/**
 * Searches for both normalization forms of `part`, because stored texts may be in NFC or NFD
 * (UAX #15).
 */
function containsExactly(
  text: RawBuilder<unknown>,
  part: string,
  matchesWords: boolean,
): RawBuilder<boolean> {
  const forms = new Set([part, part.normalize('NFC'), part.normalize('NFD')]);
  const found = [...forms].map((form) => {
    const isFound = sql`strpos(${text} collate search_fold, ${form}::text) > 0`;
    if (!matchesWords) return isFound;
    // PostgreSQL reads an escaped punctuation character as the character itself (section 9.7.3.3).
    const literal = form.replace(/[!-/:-@[-^`{-~]/g, '\\$&');
    // Runs the plain search first, because it is faster than the regular expression.
    return sql`(${isFound} and ${text} collate search_fold ~ ${wordPattern(form, literal)}::text)`;
  });
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
}

/** Number of characters at the start of a long query that are searched before all of it. */
const HEAD = 40;

interface FoldedQuery {
  readonly part: string;
  readonly folded: string;
  /** Regular expressions that match the texts whose folded form is the query, the shortest first. */
  readonly patterns: readonly string[];
}

let last: FoldedQuery | null = null;

/** Folds a query. Caches the last query, because the same query is searched in the texts of many locales. */
function foldQuery(part: string): FoldedQuery {
  if (last?.part === part) return last;
  const folded = foldText(part);
  const characters = [...folded];
  const head = characters.length > 2 * HEAD ? [characters.slice(0, HEAD).join('')] : [];
  const patterns = [...head, folded].map((one) => foldedPattern(one, { isPart: true }));
  last = { part, folded, patterns };
  return last;
}

/**
 * Searches for a folded query. PostgreSQL folds only case, so texts with other differences are
 * searched by a regular expression.
 */
function containsFolded(
  text: RawBuilder<unknown>,
  part: string,
  kinds: RawBuilder<number | null> | undefined,
): RawBuilder<boolean> {
  const { folded, patterns } = foldQuery(part);
  const hasPatterns = patterns.map(
    (pattern) => sql`regexp_like(${text} collate "C", ${pattern}::text)`,
  );
  return sql<boolean>`(strpos(lower(${text} collate search_fold), ${folded}::text) > 0
    or ${mayDiffer(text, folded, kinds)} and ${sql.join(hasPatterns, sql` and `)})`;
}

/**
 * Returns the SQL condition that folding and lower-casing may give different results for a text, in
 * a way that decides whether the text contains `folded`.
 * @param kinds - SQL for the `foldKindsOf` of the text. Null if it is unknown
 */
export function mayDiffer(
  text: RawBuilder<unknown>,
  folded: string,
  kinds: RawBuilder<number | null> = sql`null::smallint`,
): RawBuilder<boolean> {
  const ofQuery = foldKindsFor(folded);
  return sql<boolean>`(coalesce(${kinds} & ${ofQuery}::smallint, octet_length(${text}) - char_length(${text})) <> 0)`;
}

/**
 * Returns the SQL condition that one of the texts consists of `pieces` with any characters between
 * them. If case does not matter, compares the results of `foldText` for both.
 */
export function isLike(
  texts: readonly RawBuilder<unknown>[],
  pieces: readonly string[],
  { matchesCase = false }: Pick<TextMatch, 'matchesCase'> = {},
): RawBuilder<boolean> {
  const wanted = matchesCase ? pieces : pieces.map(foldText);
  const [only] = wanted;
  const like = wanted.map((piece) => piece.replace(/[\\%_]/g, '\\$&')).join('%');
  const equals = wanted.length === 1 ? sql`= ${only!}::text` : sql`like ${like}::text`;
  const pattern = `^(?:${wanted.map((piece) => foldedPattern(piece)).join('.*')})$`;
  const alike = texts.map((text) =>
    matchesCase
      ? sql`${text} ${equals}`
      : sql`lower(${text} collate search_fold) collate "C" ${equals}
          or octet_length(${text}) <> char_length(${text})
          and regexp_instr(${text} collate "C", ${pattern}::text) = 1`,
  );
  // The planner estimates as few rows for regexp_instr as for an equality.
  return sql<boolean>`(${sql.join(alike, sql` or `)})`;
}

export const anyContainsText = (
  texts: readonly RawBuilder<unknown>[],
  part: string,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => containsText(text, part)),
    sql` or `,
  )})`;

const WORD_START = /^[\p{L}\p{N}_]/u;
const WORD_END = /[\p{L}\p{N}_]$/u;

/** Adds word boundaries to `pattern`, a regular expression that matches `text`. */
function wordPattern(text: string, pattern: string): string {
  const start = WORD_START.test(text) ? '(?<![[:alnum:]_])' : '';
  const end = WORD_END.test(text) ? '(?![[:alnum:]_])' : '';
  return `${start}${pattern}${end}`;
}
