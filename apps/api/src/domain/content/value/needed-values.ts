import { type DeclaredPlural, familyCategories, pluralCategories } from '@parlance/messages';

/** Numbers of keys and plural families in a project. They determine how many values each locale needs. */
export interface NeededKeys {
  readonly plain_keys: number;
  readonly cardinal_families: number;
  /** Number of families of cardinal plurals whose count is always an integer. */
  readonly integer_families: number;
  readonly ordinal_families: number;
  /** Number of `_zero` forms (i18next) in the source locale. Every locale needs these forms. */
  readonly zero_forms: number;
}

/** The fields of a key that decide which counts include the key. */
export interface CountedKey {
  plural_category: string | null;
  plural_ordinal: boolean;
  plural_everywhere: boolean;
  /**
   * Kind of numbers for which an imported file uses the plural family: integers, all numbers or
   * ordinals. Null if no file has stated the kind.
   */
  plural_said: DeclaredPlural | null;
  translatable: boolean;
}

/**
 * True if a locale needs a value of the key. A locale needs translatable keys without a plural
 * family, the plural forms of its language, and plural forms that every locale needs.
 */
export const needsKey = (localeTag: string, key: CountedKey): boolean =>
  key.translatable && (key.plural_everywhere || hasForm(localeTag, key));

/**
 * True if the key is in no plural family, or if the locale's language has the plural category of
 * the key.
 */
export function hasForm(
  localeTag: string,
  key: Pick<CountedKey, 'plural_category' | 'plural_ordinal' | 'plural_said'>,
): boolean {
  if (key.plural_category === null) return true;
  const family = { ordinal: key.plural_ordinal, declared: key.plural_said };
  const categories: readonly string[] = familyCategories(family, localeTag);
  return categories.includes(key.plural_category);
}

/** Returns the number of keys for which {@link needsKey} is true in a locale. */
export function neededValues(localeTag: string, keys: NeededKeys): number {
  const cardinals = pluralCategories(localeTag);
  return (
    keys.plain_keys +
    keys.cardinal_families * cardinals.length +
    keys.integer_families * pluralCategories(localeTag, 'cardinal', 'integer').length +
    keys.ordinal_families * pluralCategories(localeTag, 'ordinal').length +
    (cardinals.includes('zero') ? 0 : keys.zero_forms)
  );
}
