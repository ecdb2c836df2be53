import {
  countSample,
  familyNames,
  type MessageFormat,
  needsNumber,
  PLURAL_CATEGORIES,
  type PluralCategory,
  seedCategory,
  showsCount,
} from '@parlance/messages';
import type { FamilyMember } from './family-members.store.ts';

/** A form of a plural family that a locale needs, and the member of the source that it is made from. */
export interface NeededForm {
  readonly name: string;
  readonly category: PluralCategory;
  readonly seed: Member;
  /** The family's `other`, if the category stands for several numbers: French `one` is for 0 too. */
  readonly counting: Member | undefined;
}

type Member = FamilyMember & { text: string };

/**
 * The forms of a family that a locale needs, if the source has a text to make them from: those that its
 * language has, and a `_zero` that every locale needs.
 */
export function formsOf(family: readonly FamilyMember[], localeTag: string): NeededForm[] {
  const [first] = family;
  if (!first) return [];
  const { plural_ordinal: ordinal, plural_said: said } = first;
  const type = ordinal ? 'ordinal' : 'cardinal';
  const texts: Record<string, Member> = {};
  for (const member of family) {
    const { text } = member;
    if (text !== null) texts[member.plural_category] = { ...member, text };
  }
  const names = familyNames(
    { family: first.plural_family, style: first.plural_style, ordinal, said },
    localeTag,
    family.some((member) => member.plural_everywhere),
  );
  // If integers have no `other`, the last category of the source is the general one: Russian `many`.
  const general = said === 'integer' ? lastOf(texts) : undefined;
  return names.flatMap(({ name, category }) => {
    const sample = countSample(localeTag, type, category);
    const seed = texts[seedCategory(texts, category, sample)] ?? general;
    const counting = needsNumber(localeTag, type, category) ? texts.other : undefined;
    return seed ? [{ name, category, seed, counting }] : [];
  });
}

const lastOf = (texts: Readonly<Record<string, Member>>): Member | undefined =>
  PLURAL_CATEGORIES.flatMap((category) => texts[category] ?? []).at(-1);

/** Source of a form: not a text without the number ("an item") if `other` shows it. */
export function seedOf({ seed, counting }: NeededForm, format: MessageFormat): Member {
  const isVague = counting && !showsCount(seed.text, format) && showsCount(counting.text, format);
  return isVague ? counting : seed;
}
