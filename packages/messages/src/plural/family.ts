import type { MessageFormat } from '../token/token.ts';
import {
  PLURAL_CATEGORIES,
  type PluralCategory,
  type PluralDomain,
  pluralCategories,
} from './plural.ts';

/** Suffix style of a family: `item_one` (i18next) or `item.one` (Rails). */
export type FamilyStyle = '_' | '.';

/**
 * Kind of a family as a file gave it: its forms are cardinal and selected by integers or by any number, or they are
 * ordinal.
 */
export const SAID_PLURALS = ['integer', 'number', 'ordinal'] as const;
export type SaidPlural = (typeof SAID_PLURALS)[number];

export interface PluralFamilyMember {
  /** The common part of the family's names, such as `item`. */
  family: string;
  category: PluralCategory;
  ordinal: boolean;
  style: FamilyStyle;
  /**
   * True for `item_zero` with a text in the source: i18next shows it for the count 0 in every language,
   * so every locale needs it, with any categories of its language.
   */
  everywhere: boolean;
  /** Null if only the names tell of the family. */
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
   * True if a name has a text in the source locale. Defaults to true for all names. A form that only a
   * translation needs (`item_few`) has none, and keeps no family from being one.
   */
  isInSource?(name: string): boolean;
  /** Kind of plural that a file gave a name ending in `.` and a category. Null, also by default, if no file did. */
  saidOf?(name: string): SaidPlural | null;
}

/**
 * Which of a project's names form plural families. A family has `other`; under `auto` and `printf` the rest must
 * be exactly the source language's categories, `zero` allowed besides, so that `section_one` and
 * `section_two` alone stay plain names. If a file said one member of a family, its other names are members
 * too, in every format. Cost grows with the names' total length.
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

/** Files say families whose names are `family.category`. */
const withSaid = (styles: readonly FamilyStyle[]): readonly FamilyStyle[] =>
  styles.includes('.') ? styles : [...styles, '.'];

/** The widest first. */
const WIDEST: readonly SaidPlural[] = ['number', 'integer', 'ordinal'];

/** Joins the kinds that two files give a family, so that no form of either is left out. */
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

/** True for formats in which names are no sure sign of a family. */
const isStrict = (format: MessageFormat): boolean => format === 'auto' || format === 'printf';

const isI18nextZero = ({
  category,
  ordinal,
  style,
}: Pick<Candidate, 'category' | 'ordinal' | 'style'>): boolean =>
  style === '_' && category === 'zero' && !ordinal;

/**
 * True if what a name is in its family depends on whether the source has a text for it: a
 * `_zero`, which every locale then needs, and under `auto` a category that the source language lacks, beside which
 * there is then no family.
 */
export function dependsOnSource(
  name: string,
  { format, sourceLocale }: Pick<FamilyOptions, 'format' | 'sourceLocale'>,
): boolean {
  const candidate = candidateOf(name, STYLES[format]);
  if (!candidate) return false;
  if (isI18nextZero(candidate)) return true;
  // There a `zero` beside the source language's categories keeps no family from being one.
  if (!isStrict(format) || candidate.category === 'zero') return false;
  const { category, ordinal } = candidate;
  return !pluralCategories(sourceLocale, ordinal ? 'ordinal' : 'cardinal').includes(category);
}

function isFamily(
  group: readonly Candidate[],
  { format, sourceLocale, isInSource = () => true }: FamilyOptions,
): boolean {
  if (!hasOther(group)) return false;
  // `gender_other` alone is an ordinary name, unless the source language has no other category.
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
 * The names that could be in one family with this one, itself included; none if it does not end in
 * a category. Whether they are a family, {@link findPluralFamilies} tells from those that exist.
 */
export function familyCandidates(name: string, format: MessageFormat): string[] {
  const candidate = candidateOf(name, withSaid(STYLES[format]));
  if (!candidate) return [];
  return PLURAL_CATEGORIES.map(
    (category) => `${candidate.family}${familyJoint(candidate)}${category}`,
  );
}

/** True for a name that a file may say to be a form of a family. */
export const mayBeSaid = (name: string): boolean => candidateOf(name, ['.']) !== null;

/** Text between the name of a family and a category. */
export const familyJoint = ({
  style,
  ordinal,
}: Pick<PluralFamilyMember, 'style' | 'ordinal'>): string =>
  style === '_' && ordinal ? '_ordinal_' : style;

/** The categories that a locale needs of a family, by what files said of it. */
export function familyCategories(
  { ordinal, said }: Pick<PluralFamilyMember, 'ordinal'> & { said?: SaidPlural | null },
  locale: string,
): readonly PluralCategory[] {
  const domain: PluralDomain = said === 'integer' ? 'integer' : 'number';
  return pluralCategories(locale, ordinal ? 'ordinal' : 'cardinal', domain);
}

/**
 * The names that a locale needs of a family, in CLDR's order and the family's own style; with `hasZero`,
 * for a family with a member that is needed everywhere, `zero` in any language.
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
