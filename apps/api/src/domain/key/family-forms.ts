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

/** A form of a plural family that a locale needs, with the source's member from which it is made. */
export interface NeededForm {
  readonly name: string;
  readonly category: PluralCategory;
  readonly seed: Member;
  /**
   * The source text of the family's form `other`, if the category stands for several numbers, as French `one` includes
   * 0.
   */
  readonly counting: Member | undefined;
}

type Member = FamilyMember & { text: string };

/**
 * Returns the forms of a family that a locale needs, if the source has a text for them: the forms of its language, and
 * a `_zero` that every locale needs.
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
  // If no integer selects `other`, the source's last category is the general one, such as `many` in Russian.
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

/** Source of a form: a text without the number ("an item") is not used if `other` shows the number. */
export function seedOf({ seed, counting }: NeededForm, format: MessageFormat): Member {
  const isVague = counting && !showsCount(seed.text, format) && showsCount(counting.text, format);
  return isVague ? counting : seed;
}
