import type { MessageFormat } from '../token/token.ts';
import {
  PLURAL_CATEGORIES,
  type PluralCategory,
  type PluralDomain,
  pluralCategories,
} from './plural.ts';

/** Style of the suffixes in a family: `item_one` (i18next) or `item.one` (Rails). */
export type FamilyStyle = '_' | '.';

/**
 * Kind of a family that a file declared: cardinal forms selected by integers, cardinal forms selected by any number, or
 * ordinal forms.
 */
export const SAID_PLURALS = ['integer', 'number', 'ordinal'] as const;
export type SaidPlural = (typeof SAID_PLURALS)[number];

export interface PluralFamilyMember {
  /** Common part of the family's names, such as `item`. */
  family: string;
  category: PluralCategory;
  ordinal: boolean;
  style: FamilyStyle;
  /**
   * True for `item_zero` with a text in the source. i18next shows it for the count 0 in every language, so every locale
   * needs it beside its own categories.
   */
  everywhere: boolean;
  /** Kind of plural that a file declared. Null if only the names indicate a family. */
  said: SaidPlural | null;
}

const CATEGORY = PLURAL_CATEGORIES.join('|');
const SUFFIX = new RegExp(`^(.+?)(_ordinal_|_|\\.)(${CATEGORY})$`, 's');

const STYLES: Readonly<Record<MessageFormat, readonly FamilyStyle[]>> = {
  auto: ['_', '.'],
  i18next: ['_'],
  ruby: ['.'],
  icu: [],
  printf: ['.'],
  java: [],
  dotnet: [],
  chrome: [],
  plain: [],
};

interface Candidate extends Omit<PluralFamilyMember, 'everywhere' | 'said'> {
  name: string;
}

function candidateOf(name: string, styles: readonly FamilyStyle[]): Candidate | null {
  const match = SUFFIX.exec(name);
  if (!match) return null;
  const ordinal = match[2] === '_ordinal_';
  const style: FamilyStyle = match[2] === '.' ? '.' : '_';
  if (!styles.includes(style)) return null;
  return { name, family: match[1]!, category: match[3] as PluralCategory, ordinal, style };
}

const groupOf = ({ family, ordinal, style }: Candidate): string =>
  `${style}${ordinal ? 'o' : 'c'}${family}`;

export interface FamilyOptions {
  format: MessageFormat;
  sourceLocale: string;
  /**
   * True if a name has a text in the source locale. Defaults to true for all names. A form that only translations need
   * (`item_few`) has none there, and does not prevent a family.
   */
  isInSource?(name: string): boolean;
  /**
   * Kind of plural that a file declared for a name ending in `.` and a category. Null if no file did, which is the
   * default.
   */
  saidOf?(name: string): SaidPlural | null;
}

/**
 * Returns the plural families among a project's names. A family has `other`. Under `auto` and `printf`, the other names
 * must be exactly the source language's categories, or `zero`, so that `section_one` and `section_two` alone stay
 * ordinary names. If a file declared one member of a family, its other names are members too, in every format. The cost
 * is proportional to the total length of the names.
 */
export function findPluralFamilies(
  names: Iterable<string>,
  options: FamilyOptions,
): Map<string, PluralFamilyMember> {
  const styles = STYLES[options.format];
  const groups = new Map<string, Candidate[]>();
  for (const name of names) {
    const candidate = candidateOf(name, withSaid(styles));
    if (!candidate) continue;
    const group = groups.get(groupOf(candidate));
    if (group) group.push(candidate);
    else groups.set(groupOf(candidate), [candidate]);
  }
  const members = new Map<string, PluralFamilyMember>();
  const { isInSource = () => true } = options;
  for (const group of groups.values()) {
    const said = saidOfGroup(group, options);
    if (said ? !hasOther(group) : !isGuessed(group, styles, options)) continue;
    for (const { name, ...member } of group) {
      const ordinal = member.ordinal || said === 'ordinal';
      const everywhere = isI18nextZero(member) && isInSource(name);
      members.set(name, { ...member, ordinal, everywhere, said });
    }
  }
  return members;
}

/** Adds the style of the families that files declare, whose names are `family.category`. */
const withSaid = (styles: readonly FamilyStyle[]): readonly FamilyStyle[] =>
  styles.includes('.') ? styles : [...styles, '.'];

/** Kinds with the most categories first. */
const WIDEST: readonly SaidPlural[] = ['number', 'integer', 'ordinal'];

/** Returns the kind that includes the forms of both given kinds, for a family that two files declare differently. */
export const widerPlural = (a: SaidPlural | null, b: SaidPlural | null): SaidPlural | null =>
  WIDEST.find((said) => said === a || said === b) ?? null;

function saidOfGroup(group: readonly Candidate[], { saidOf }: FamilyOptions): SaidPlural | null {
  if (!saidOf || group[0]!.style !== '.') return null;
  return group.reduce<SaidPlural | null>((said, { name }) => widerPlural(said, saidOf(name)), null);
}

const hasOther = (group: readonly Candidate[]): boolean =>
  group.some(({ category }) => category === 'other');

const isGuessed = (
  group: readonly Candidate[],
  styles: readonly FamilyStyle[],
  options: FamilyOptions,
): boolean => styles.includes(group[0]!.style) && isFamily(group, options);

/** True for formats in which names alone do not prove a family. */
const isStrict = (format: MessageFormat): boolean => format === 'auto' || format === 'printf';

const isI18nextZero = ({
  category,
  ordinal,
  style,
}: Pick<Candidate, 'category' | 'ordinal' | 'style'>): boolean =>
  style === '_' && category === 'zero' && !ordinal;

/**
 * True if a name's role in its family depends on a source text. That is so for `_zero`, which every locale needs if the
 * source has it, and under `auto` for a category that the source language lacks, which prevents a family if the source
 * has it.
 */
export function dependsOnSource(
  name: string,
  { format, sourceLocale }: Pick<FamilyOptions, 'format' | 'sourceLocale'>,
): boolean {
  const candidate = candidateOf(name, STYLES[format]);
  if (!candidate) return false;
  if (isI18nextZero(candidate)) return true;
  // In these formats, a `zero` besides the source language's categories does not prevent a family.
  if (!isStrict(format) || candidate.category === 'zero') return false;
  const { category, ordinal } = candidate;
  return !pluralCategories(sourceLocale, ordinal ? 'ordinal' : 'cardinal').includes(category);
}

function isFamily(
  group: readonly Candidate[],
  { format, sourceLocale, isInSource = () => true }: FamilyOptions,
): boolean {
  if (!hasOther(group)) return false;
  // `gender_other` alone is an ordinary name, unless `other` is the source language's only category.
  if (!isStrict(format)) return group.length > 1 || pluralCategories(sourceLocale).length === 1;
  const has = new Set(group.map((candidate) => candidate.category));
  const source = pluralCategories(sourceLocale, group[0]!.ordinal ? 'ordinal' : 'cardinal');
  const extra = group.filter(
    ({ category, name }) => !source.includes(category) && isInSource(name),
  );
  return (
    source.every((category) => has.has(category)) &&
    extra.every(({ category }) => category === 'zero')
  );
}

/**
 * Returns the names that could form a family with this name, including the name. Empty if it does not end in a
 * category. {@link findPluralFamilies} decides from the existing names if they do form a family.
 */
export function familyCandidates(name: string, format: MessageFormat): string[] {
  const candidate = candidateOf(name, withSaid(STYLES[format]));
  if (!candidate) return [];
  return PLURAL_CATEGORIES.map(
    (category) => `${candidate.family}${familyJoint(candidate)}${category}`,
  );
}

/** True for a name that a file may declare to be a form of a family. */
export const mayBeSaid = (name: string): boolean => candidateOf(name, ['.']) !== null;

/** Returns the text between the name of a family and a category. */
export const familyJoint = ({
  style,
  ordinal,
}: Pick<PluralFamilyMember, 'style' | 'ordinal'>): string =>
  style === '_' && ordinal ? '_ordinal_' : style;

/** Returns the categories of a family that a locale needs, according to the kind that files declared. */
export function familyCategories(
  { ordinal, said }: Pick<PluralFamilyMember, 'ordinal'> & { said?: SaidPlural | null },
  locale: string,
): readonly PluralCategory[] {
  const domain: PluralDomain = said === 'integer' ? 'integer' : 'number';
  return pluralCategories(locale, ordinal ? 'ordinal' : 'cardinal', domain);
}

/**
 * Returns the names of a family that a locale needs, in CLDR's order and in the family's style. With `hasZero`, for a
 * family whose `zero` every locale needs, it includes `zero`.
 */
export function familyNames(
  member: Pick<PluralFamilyMember, 'family' | 'ordinal' | 'style'> & { said?: SaidPlural | null },
  locale: string,
  hasZero = false,
): { name: string; category: PluralCategory }[] {
  const joint = familyJoint(member);
  const own = familyCategories(member, locale);
  const categories = hasZero && !own.includes('zero') ? ['zero' as const, ...own] : own;
  return categories.map((category) => ({
    name: `${member.family}${joint}${category}`,
    category,
  }));
}
