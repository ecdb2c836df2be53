import type { PluralCategory } from '@parlance/messages';
import type { KeyRef } from '../content/index.ts';
import type { JobString } from './strings.ts';

/** Returns the string to translate for a key. `text` is its source text. */
export function stringOfKey(key: KeyRef, text: string): JobString {
  const category = categoryOf(key);
  return {
    id: key.id,
    key: key.name,
    text,
    ...(key.description === '' ? {} : { context: key.description }),
    ...(key.max_length === null ? {} : { maxLength: key.max_length }),
    ...(category === undefined ? {} : { category }),
    ...(key.plural_ordinal ? { isOrdinal: true as const } : {}),
  };
}

export const categoryOf = ({ plural_category: category }: KeyRef): PluralCategory | undefined =>
  (category ?? undefined) as PluralCategory | undefined;
