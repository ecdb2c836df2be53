import { pluralCategories } from '@parlance/messages';

export interface NeededKeys {
  readonly plain_keys: number;
  readonly cardinal_families: number;
  readonly ordinal_families: number;
}

/** How many values a locale needs: one for each plain key, and its own categories of each family. */
export const neededValues = (localeTag: string, keys: NeededKeys): number =>
  keys.plain_keys +
  keys.cardinal_families * pluralCategories(localeTag).length +
  keys.ordinal_families * pluralCategories(localeTag, 'ordinal').length;
