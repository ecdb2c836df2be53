import { type RawBuilder, sql } from 'kysely';

/**
 * The source version of a key numbers its source texts, and a value keeps the number of the text from which it was
 * written. The first source text has the same number as no text, so earlier values are not outdated by it. A revert
 * restores the number together with the text.
 */

/** True if a value was written from another source text than the key's current one. */
export const isOfOtherSource = (written: number, current: number): boolean => written !== current;

/** Does what {@link isOfOtherSource} does, for a value `v` and its key `k`. */
export const ofOtherSource: RawBuilder<boolean> = sql`v.source_version <> k.source_version`;
