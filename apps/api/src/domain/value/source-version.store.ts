import { type RawBuilder, sql } from 'kysely';

/*
 * The source version of a key numbers its source texts; a value keeps the one that it was written from.
 * The first source text has the number of none: what was there before it is not outdated by it. A revert
 * gives the key the number back that the restored text had.
 */

/** True if a value was written from another source text than the key's current one. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** As {@link isOfOtherSource}, of a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
