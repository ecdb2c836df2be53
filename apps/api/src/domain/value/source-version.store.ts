import { type RawBuilder, sql } from 'kysely';

/**
 * The source texts of a key are numbered. This number, the source version, is also stored with each value that was made
 * from the text. A key without a source text has the number of its first source text. Translations that were written
 * before the first source text are therefore not outdated. A revert restores the source version together with the
 * source text.
 */

/** True if a value was made from another source text than the current one. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** SQL for {@link isOfOtherSource}, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
