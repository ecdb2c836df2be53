import { type RawBuilder, sql } from 'kysely';

/**
 * A source version is a number for a source text of a key. Each value contains the source version
 * from which it was made.
 *
 * A key without a source text has the source version of its first source text, so that existing
 * translations are up to date.
 */

/** True if a value was made from another version of the source text than the current one. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** SQL for {@link isOfOtherSource}, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
