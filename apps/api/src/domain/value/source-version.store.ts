import { type RawBuilder, sql } from 'kysely';

/**
 * Each source text of a key has a number, the source version. A value keeps the source version from which it was made.
 * A key without a source text has the number of its first source text, so values that are older than the first source
 * text are not outdated. When a revert restores a source text, it also restores the source version.
 */

/** True if a value was made from another source text than the current one. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** SQL for {@link isOfOtherSource}, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
