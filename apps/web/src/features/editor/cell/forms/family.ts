import { type PluralCategory, pluralCategories } from '@parlance/messages';
import type { Row } from '@parlance/sdk';

/** The plural categories in the order of CLDR. */
export const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** A form of a plural family in one locale. */
export interface FamilyForm {
  readonly category: PluralCategory;
  /** Name of the key of the form. */
  readonly name: string;
  /** Id of the key of the form. Null if the project has no such key yet. */
  readonly keyId: string | null;
  /** False for a form that the locale's language does not have. */
  readonly isNeeded: boolean;
  /** True if another locale of the project needs the form. */
  readonly isNeededElsewhere: boolean;
}

/** The family of an open cell. */
export interface OpenFamily {
  /** Id of the key in the row of the plural family. */
  readonly rowKeyId: string;
  readonly kind: 'cardinal' | 'ordinal';
  readonly forms: readonly FamilyForm[];
  /** Reloads the row after the key of a form was archived. */
  onForms(): Promise<void>;
}

type FamilyRow = Pick<Row, 'key' | 'source'> & { readonly family: NonNullable<Row['family']> };

/**
 * Returns the plural categories that a locale needs. If the source has a `_zero` form, i18next uses it for 0 in every
 * language.
 */
function neededCategories({ family, source }: FamilyRow, locale: string): Set<PluralCategory> {
  const { kind, domain, style } = family;
  const hasZero = style === '_' && source?.forms?.some(({ category }) => category === 'zero');
  const needed = new Set(pluralCategories(locale, kind, domain));
  return hasZero ? needed.add('zero') : needed;
}

/**
 * Returns the plural forms of a family. Forms that the locale needs come first. `locales` are the
 * tags of the project's locales.
 */
export function familyForms(
  row: FamilyRow,
  locale: string,
  locales: readonly string[] = [],
): readonly FamilyForm[] {
  const needed = neededCategories(row, locale);
  const { style, forms } = row.family;
  const keyIdByCategory = new Map(forms.map(({ category, keyId }) => [category, keyId]));
  const optional = [...keyIdByCategory.keys()].filter((category) => !needed.has(category));
  const first = needed.has('zero') ? ['zero' as const] : [];
  return [...new Set([...first, ...needed, ...optional])].map((category) => ({
    category,
    name: `${row.key}${style}${category}`,
    keyId: keyIdByCategory.get(category) ?? null,
    isNeeded: needed.has(category),
    isNeededElsewhere: locales.some((other) => neededCategories(row, other).has(category)),
  }));
}

/** True for a row of a plural family. */
export const isFamilyRow = (row: Row): row is Row & FamilyRow => row.family !== null;
