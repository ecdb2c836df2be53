import type { FilePlural, FileRow, FormatNeeds, PartialGroups } from '../format.ts';
import { MAX_NESTED_DEPTH } from '../names/names.ts';
import { CATEGORIES, type Category, formOf, standsForOther } from './plural-categories.ts';

/**
 * The texts of a translation and of the source locale. The source texts determine which arrays and
 * plurals exist.
 */
export interface PartialCase {
  rows: readonly Pick<FileRow, 'name' | 'plural'>[];
  hasText(name: string): boolean;
  localeTag: string;
  separator: string;
  /**
   * Plural forms that the file selects by its own rule (`Plural-Forms` in gettext). Defaults to the
   * plural forms of the language.
   */
  forms?: readonly Category[];
  /** True for a Rails file, whose plurals are recognized by their names. */
  isRails?: boolean;
}

export const isPartial = (groups: PartialGroups, name: string): boolean =>
  isElement(groups, name, false) ||
  (groups.families.size > 0 && groups.families.has(familyOf(name)?.family ?? ''));

export function isElement(
  { arrays, separator }: PartialGroups,
  name: string,
  isWhole: boolean,
): boolean {
  if (arrays.size === 0) return false;
  const array = arrayOf(name, separator);
  return array !== null && arrays.get(array) === isWhole;
}

/** Finds incomplete arrays and plurals that the format cannot store without the missing texts. */
export function findPartial(
  { arrays, plurals }: FormatNeeds,
  { rows, hasText, localeTag, separator, forms, isRails = false }: PartialCase,
): PartialGroups {
  const found = new Map<string, boolean>();
  const indices = new Map<string, Set<number>>();
  const families = new Map<string, FilePlural | null>();
  for (const { name, plural } of rows) {
    const array = arrays === null ? null : arrayOf(name, separator);
    if (array !== null) {
      found.set(array, found.get(array) !== false && hasText(name));
      indices.set(array, (indices.get(array) ?? new Set()).add(indexAfter(array, name)));
    }
    if (plural && plurals !== null && !plural.ordinal) families.set(plural.family, plural);
    const form = isRails ? familyOf(name) : null;
    if (form?.category === 'other') families.set(form.family, null);
  }
  for (const [array, arrayIndices] of indices) if (!isArray(arrayIndices)) found.delete(array);
  const partial = new Set<string>();
  for (const [family, plural] of families) {
    const has = (category: Category): boolean => hasText(`${family}.${category}`);
    const isWhole =
      plurals === 'other' && plural !== null
        ? has('other') || (plural.domain === 'integer' && hasStand(localeTag, has))
        : (forms ?? selectedForms(localeTag)).every(has);
    if (!isWhole) partial.add(family);
  }
  const groups = { separator, arrays: found, families: partial };
  return arrays === 'member' ? withoutTaken(groups, rows) : groups;
}

/** Yields the arrays whose member another name needs: `a.list` for `a.list` and for `a.list.title`. */
function* arraysTakenBy(
  name: string,
  arrays: ReadonlyMap<string, unknown>,
  separator: string,
): Generator<string, void> {
  if (arrays.has(name)) yield name;
  let end = name.indexOf(separator);
  for (let depth = 1; end !== -1 && depth < MAX_NESTED_DEPTH; depth++) {
    const member = name.slice(0, end);
    if (arrays.has(member)) yield member;
    end = name.indexOf(separator, end + separator.length);
  }
}

/** Moves arrays to `taken` if the name of a row needs their member. */
export function withoutTaken(
  groups: PartialGroups,
  rows: readonly Pick<FileRow, 'name'>[],
): PartialGroups {
  if (groups.arrays.size === 0) return groups;
  const arrays = new Map(groups.arrays);
  const taken = new Set(groups.taken);
  for (const { name } of rows) {
    for (const array of arraysTakenBy(name, arrays, groups.separator)) {
      arrays.delete(array);
      taken.add(array);
    }
  }
  return { ...groups, arrays, taken };
}

const hasStand = (localeTag: string, has: (category: Category) => boolean): boolean => {
  const stand = standsForOther(localeTag);
  return stand !== null && has(stand);
};

/**
 * Integers for which plural forms are needed. Larger integers are left out, because they select
 * `many` in languages such as French, and Rails does not use this form.
 */
const COUNTED = Array.from({ length: 1001 }, (_, number) => number);

/**
 * Returns the plural forms that integers select in a language, and `other`. For a language without
 * a rule, Ruby's I18n uses only `other`.
 */
function selectedForms(localeTag: string): Category[] {
  const rules = new Intl.PluralRules(localeTag);
  const reached = new Set(COUNTED.map((number) => rules.select(number)));
  return CATEGORIES.filter((category) => category === 'other' || reached.has(category));
}

function familyOf(name: string): { family: string; category: Category } | null {
  const form = formOf(name);
  return form?.stem.endsWith('.')
    ? { family: form.stem.slice(0, -1), category: form.category }
    : null;
}

const ELEMENT = /\[(?:0|[1-9]\d{0,8})\]/g;

/**
 * Returns the name of the outermost array that contains a text: `a.list` for `a.list[0].title`.
 * Null if no array contains the text.
 */
export function arrayOf(name: string, separator: string): string | null {
  if (!name.includes(']')) return null;
  for (const { index, 0: element } of name.matchAll(ELEMENT)) {
    const end = index + element.length;
    const isEnd = end === name.length || name[end] === '[' || name.startsWith(separator, end);
    if (index > 0 && isEnd) return name.slice(0, index);
  }
  return null;
}

/**
 * Returns the index of the array element that contains a text: 2 for the array `a.list` and the
 * text `a.list[2].title`.
 */
const indexAfter = (array: string, name: string): number =>
  Number(name.slice(array.length + 1, name.indexOf(']', array.length)));

const isArray = (indices: ReadonlySet<number>): boolean => {
  let length = 0;
  for (const index of indices) length = Math.max(length, index + 1);
  return length - indices.size < indices.size;
};
