import { familyCategories, pluralCategories, type SaidPlural } from '@parlance/messages';

/** The number of keys and families of a project, from which the needed values of each locale follow. */
export interface NeededKeys {
  readonly plain_keys: number;
  readonly cardinal_families: number;
  /** Cardinal families whose forms are selected by integers. */
  readonly integer_families: number;
  readonly ordinal_families: number;
  /** `_zero` forms of i18next that the source has: every locale needs them. */
  readonly zero_forms: number;
}

/** Properties of a key that decide whether a locale needs it. */
export interface CountedKey {
  plural_category: string | null;
  plural_ordinal: boolean;
  /** True for a form that every locale needs. */
  plural_everywhere: boolean;
  /** Null if the family is known only from names. */
  plural_said: SaidPlural | null;
  /** False for a text whose translation no locale needs. */
  translatable: boolean;
}

/**
 * True if a locale needs a key. It needs plain keys, forms of its own language, and forms that every locale needs,
 * unless the key is not to be translated.
 */
export const needsKey = (localeTag: string, key: CountedKey): boolean =>
  key.translatable && (key.plural_everywhere || hasForm(localeTag, key));

/** True for a plain key, and for a form whose category the locale's language has. */
export function hasForm(
  localeTag: string,
  key: Pick<CountedKey, 'plural_category' | 'plural_ordinal' | 'plural_said'>,
): boolean {
  if (key.plural_category === null) return true;
  const family = { ordinal: key.plural_ordinal, said: key.plural_said };
  const categories: readonly string[] = familyCategories(family, localeTag);
  return categories.includes(key.plural_category);
}

/** Returns the number of values that a locale needs: the keys for which {@link needsKey} is true. */
export function neededValues(localeTag: string, keys: NeededKeys): number {
  const cardinals = pluralCategories(localeTag);
  return (
    keys.plain_keys +
    keys.cardinal_families * cardinals.length +
    keys.integer_families * pluralCategories(localeTag, 'cardinal', 'integer').length +
    keys.ordinal_families * pluralCategories(localeTag, 'ordinal').length +
    // If the language has the category `zero`, this form is already counted among the forms of the family.
    (cardinals.includes('zero') ? 0 : keys.zero_forms)
  );
}
