import { type RawBuilder, sql } from 'kysely';

/*
 * The source version of a key counts the changes of its source text; a value keeps the one that it was
 * written from. The first source text is no change: what was there before it is not outdated by it.
 */

/** Whether the source text has changed since a value was written from `written`. */
export const isOlderThanSource = (written: number, current: number): boolean => written < current;

/** As {@link isOlderThanSource}, of a value `v` and its key `k`. */
export const olderThanSource: RawBuilder<boolean> = sql`v.source_version < k.source_version`;
