import { type RawBuilder, sql } from 'kysely';

/**
 * A source version is the number of a source text of a key. It is stored with each value that was
 * made from the text. A key without a source text has the number of its first source text, so
 * earlier translations are not outdated.
 */

/** True if a value was made from another source text than the current source text. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** SQL for {@link isOfOtherSource}, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
