import { type RawBuilder, sql } from 'kysely';

/**
 * A source version is a number for a source text of a key. Each value contains the source version
 * from which it was made.
 *
 * A key that never had a source text has the source version that its first source text will get, so
 * that existing translations are then up to date.
 */

/** True if a value was made from another source text than the current source text of the key. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** SQL for {@link isOfOtherSource}, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
