import type { MessageFormat } from '../token/token.ts';
import {
  PLURAL_CATEGORIES,
  type PluralCategory,
  type PluralDomain,
  pluralCategories,
} from './plural.ts';

/** Style of the names in a plural family: `item_one` (i18next) or `item.one` (Rails). */
export type FamilyStyle = '_' | '.';

/**
 * Kinds of plural families that a file can declare: cardinal forms for integers only, cardinal
 * forms for all numbers, or ordinal forms.
 */
export type DeclaredPlural = 'integer' | 'number' | 'ordinal';

export interface PluralFamilyMember {
  /** Common part of the names in the family, such as `item`. */
  family: string;
  category: PluralCategory;
  ordinal: boolean;
  style: FamilyStyle;
  /**
   * True for `item_zero`, and for an `item.zero` that no file declared, if the form has a source
   * text. Every locale then needs this form, because i18next and Ruby's I18n use it for the count 0
   * in every language.
   */
  everywhere: boolean;
  /** Kind of plural family that a file declared. Null if no file declared the family. */
  declared: DeclaredPlural | null;
}

const CATEGORY = PLURAL_CATEGORIES.join('|');
const SUFFIX = new RegExp(`^(.+?)(_ordinal_|_|\\.)(${CATEGORY})$`, 's');

const STYLES: Readonly<Record<MessageFormat, readonly FamilyStyle[]>> = {
  auto: ['_', '.'],
  i18next: ['_'],
  ruby: ['.'],
  icu: [],
  flutter: [],
  flutter_relaxed: [],
  printf: ['.'],
  java: [],
  dotnet: [],
  chrome: [],
  mf2: [],
  plain: [],
};

interface Candidate extends Omit<PluralFamilyMember, 'everywhere' | 'declared'> {
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
  /** Returns true if a name has a text in the source locale. By default, all names have one. */
  isInSource?(name: string): boolean;
  /**
   * Returns the kind of plural family that a file declared for a name such as `item.one`. Null if
   * no file declared the family. By default, no family is declared.
   */
  declaredOf?(name: string): DeclaredPlural | null;
}

/**
 * Finds plural families among the key names of a project. A family needs the form `other`.
 *
 * In the formats `auto` and `printf`, a family must have all plural categories of the source language and no others
 * except `zero`, because `section_one` and `section_two` are ordinary names. These conditions do not apply to a
 * family that a file declared.
 */
export function findPluralFamilies(
  names: Iterable<string>,
  options: FamilyOptions,
): Map<string, PluralFamilyMember> {
  const styles = STYLES[options.format];
  const groups = new Map<string, Candidate[]>();
  for (const name of names) {
    const candidate = candidateOf(name, withDeclared(styles));
    if (!candidate) continue;
    const group = groups.get(groupOf(candidate));
    if (group) group.push(candidate);
    else groups.set(groupOf(candidate), [candidate]);
  }
  const members = new Map<string, PluralFamilyMember>();
  const { isInSource = () => true } = options;
  for (const group of groups.values()) {
    const declared = declaredOfGroup(group, options);
    if (declared ? !hasOther(group) : !isGuessed(group, styles, options)) continue;
    for (const { name, ...member } of group) {
      const ordinal = member.ordinal || declared === 'ordinal';
      const everywhere = isExplicitZero(member, declared) && isInSource(name);
      members.set(name, { ...member, ordinal, everywhere, declared });
    }
  }
  return members;
}

const withDeclared = (styles: readonly FamilyStyle[]): readonly FamilyStyle[] =>
  styles.includes('.') ? styles : [...styles, '.'];

/** Kinds of plural families. The first kind has the most categories. */
const WIDEST: readonly DeclaredPlural[] = ['number', 'integer', 'ordinal'];

export const widerPlural = (
  a: DeclaredPlural | null,
  b: DeclaredPlural | null,
): DeclaredPlural | null => WIDEST.find((declared) => declared === a || declared === b) ?? null;

function declaredOfGroup(
  group: readonly Candidate[],
  { declaredOf }: FamilyOptions,
): DeclaredPlural | null {
  if (!declaredOf || group[0]!.style !== '.') return null;
  return group.reduce<DeclaredPlural | null>(
    (declared, { name }) => widerPlural(declared, declaredOf(name)),
    null,
  );
}

const hasOther = (group: readonly Candidate[]): boolean =>
  group.some(({ category }) => category === 'other');

const isGuessed = (
  group: readonly Candidate[],
  styles: readonly FamilyStyle[],
  options: FamilyOptions,
): boolean => styles.includes(group[0]!.style) && isFamily(group, options);

const isStrict = (format: MessageFormat): boolean => format === 'auto' || format === 'printf';

/** Returns true if an app uses the form for the count 0 in every language. Android, for example, does not. */
const isExplicitZero = (
  { category, ordinal, style }: Pick<Candidate, 'category' | 'ordinal' | 'style'>,
  declared: DeclaredPlural | null,
): boolean => category === 'zero' && !ordinal && (style === '_' || declared === null);

export function dependsOnSource(
  name: string,
  { format, sourceLocale }: Pick<FamilyOptions, 'format' | 'sourceLocale'>,
): boolean {
  const candidate = candidateOf(name, STYLES[format]);
  if (!candidate) return false;
  if (isExplicitZero(candidate, null)) return true;
  if (!isStrict(format) || candidate.category === 'zero') return false;
  const { category, ordinal } = candidate;
  return !pluralCategories(sourceLocale, ordinal ? 'ordinal' : 'cardinal').includes(category);
}

function isFamily(
  group: readonly Candidate[],
  { format, sourceLocale, isInSource = () => true }: FamilyOptions,
): boolean {
  if (!hasOther(group)) return false;
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

export function familyCandidates(name: string, format: MessageFormat): string[] {
  const candidate = candidateOf(name, withDeclared(STYLES[format]));
  if (!candidate) return [];
  return PLURAL_CATEGORIES.map(
    (category) => `${candidate.family}${familyJoint(candidate)}${category}`,
  );
}

export const mayBeDeclared = (name: string): boolean => candidateOf(name, ['.']) !== null;

/** Returns the separator between the family name and the category, such as `_` or `_ordinal_`. */
export const familyJoint = ({
  style,
  ordinal,
}: Pick<PluralFamilyMember, 'style' | 'ordinal'>): string =>
  style === '_' && ordinal ? '_ordinal_' : style;

export function familyCategories(
  { ordinal, declared }: Pick<PluralFamilyMember, 'ordinal'> & { declared?: DeclaredPlural | null },
  locale: string,
): readonly PluralCategory[] {
  const domain: PluralDomain = declared === 'integer' ? 'integer' : 'number';
  return pluralCategories(locale, ordinal ? 'ordinal' : 'cardinal', domain);
}

/**
 * Returns the names of a family that a locale needs, in CLDR's order. If `hasZero` is true,
 * includes the form `zero`.
 */
export function familyNames(
  member: Pick<PluralFamilyMember, 'family' | 'ordinal' | 'style'> & {
    declared?: DeclaredPlural | null;
  },
  locale: string,
  hasZero = false,
): { name: string; category: PluralCategory }[] {
  const joint = familyJoint(member);
  const ownCategories = familyCategories(member, locale);
  const categories =
    hasZero && !ownCategories.includes('zero')
      ? ['zero' as const, ...ownCategories]
      : ownCategories;
  return categories.map((category) => ({
    name: `${member.family}${joint}${category}`,
    category,
  }));
}
