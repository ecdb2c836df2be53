import { foldedPattern, foldKindsFor, foldText } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';

export interface TextMatch {
  matchesCase?: boolean;
  matchesWords?: boolean;
  /**
   * SQL for the `foldKindsOf` of the text. If it is null or absent, a text of other than ASCII
   * characters is searched by a pattern, too.
   */
  kinds?: RawBuilder<number | null>;
}

/**
 * Returns the SQL condition that a text contains `part`. Unless case matters, it compares what
 * `foldText` returns for both.
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

/** PostgreSQL folds only case, so it searches a text with other differences by a pattern of them. */
function containsFolded(
  text: RawBuilder<unknown>,
  part: string,
  kinds: RawBuilder<number | null> | undefined,
): RawBuilder<boolean> {
  const folded = foldText(part);
  const characters = [...folded];
  const wanted =
    characters.length > 2 * HEAD ? [characters.slice(0, HEAD).join(''), folded] : [folded];
  const hasPatterns = wanted.map(
    (one) => sql`regexp_like(${text} collate "C", ${foldedPattern(one, { isPart: true })}::text)`,
  );
  return sql<boolean>`(strpos(lower(${text} collate search_fold), ${folded}::text) > 0
    or ${mayDiffer(text, folded, kinds)} and ${sql.join(hasPatterns, sql` and `)})`;
}

/**
 * Returns the SQL condition that a text may fold to something else than lower-casing makes of it, in
 * a way that decides whether it contains `folded`.
 * @param kinds - SQL for the `foldKindsOf` of the text, null if it is unknown
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
 * Returns the SQL condition that a text folds to the same text as `pieces`, with any characters
 * between the pieces.
 */
export function isLike(text: RawBuilder<unknown>, pieces: readonly string[]): RawBuilder<boolean> {
  const lower = sql`lower(${text} collate search_fold) collate "C"`;
  const folded = pieces.map(foldText);
  const isEqual =
    pieces.length === 1
      ? sql`${lower} = ${folded[0]!}::text`
      : sql`${lower} like ${folded.map((piece) => piece.replace(/[\\%_]/g, '\\$&')).join('%')}::text`;
  const pattern = `^(?:${pieces.map((piece) => foldedPattern(piece)).join('.*')})$`;
  return sql<boolean>`(${isEqual}
    or octet_length(${text}) <> char_length(${text})
    and regexp_instr(${text} collate "C", ${pattern}::text) = 1)`;
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

/** Returns a regular expression that matches `pattern`, which finds `text`, between word boundaries. */
function wordPattern(text: string, pattern: string): string {
  const start = WORD_START.test(text) ? '(?<![[:alnum:]_])' : '';
  const end = WORD_END.test(text) ? '(?![[:alnum:]_])' : '';
  return `${start}${pattern}${end}`;
}
