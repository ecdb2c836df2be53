import {
  countSample,
  familyJoint,
  familyNames,
  type MessageFormat,
  needsNumber,
  PLURAL_CATEGORIES,
  type PluralCategory,
  seedCategory,
  showsCount,
} from '@parlance/messages';
import type { FamilyMemberRow, FamilyRef } from './plural-families.store.ts';

/** A form of a plural family that a locale needs, and the member of the source that it is made from. */
export interface NeededForm {
  readonly name: string;
  readonly category: PluralCategory;
  readonly isOrdinal: boolean;
  readonly seed: Member;
  /** The family's `other`, where the category stands for several numbers: French `one` is for 0 too. */
  readonly counting: Member | undefined;
}

type Member = FamilyMemberRow & { text: string };

/** All names that a family's members can have, in any language. */
export function memberNames(family: FamilyRef): string[] {
  const joint = familyJoint({ style: family.plural_style, ordinal: family.plural_ordinal });
  return PLURAL_CATEGORIES.map((category) => `${family.plural_family}${joint}${category}`);
}

/** The living members of families, family by family. */
export function groupFamilies(members: readonly FamilyMemberRow[]): FamilyMemberRow[][] {
  const groups = Map.groupBy(members, (member) =>
    JSON.stringify([member.plural_style, member.plural_ordinal, member.plural_family]),
  );
  return [...groups.values()];
}

/**
 * The forms of a family that a locale needs, if the source has a text to make them from: those that its
 * language has, and a `_zero` that every locale needs.
 */
export function formsOf(family: readonly FamilyMemberRow[], localeTag: string): NeededForm[] {
  const [first] = family;
  if (!first) return [];
  const isOrdinal = first.plural_ordinal;
  const type = isOrdinal ? 'ordinal' : 'cardinal';
  const texts: Record<string, Member> = {};
  for (const member of family) {
    const { text } = member;
    if (text !== null) texts[member.plural_category] = { ...member, text };
  }
  const names = familyNames(
    {
      family: first.plural_family,
      ordinal: isOrdinal,
      style: first.plural_style,
      said: first.plural_said,
    },
    localeTag,
    family.some((member) => member.plural_everywhere),
  );
  // Where integers have no `other`, the last category of the source is the general one: Russian `many`.
  const general = first.plural_said === 'integer' ? lastOf(texts) : undefined;
  return names.flatMap(({ name, category }) => {
    const sample = countSample(localeTag, type, category);
    const seed = texts[seedCategory(texts, category, sample)] ?? general;
    const counting = needsNumber(localeTag, type, category) ? texts.other : undefined;
    return seed ? [{ name, category, isOrdinal, seed, counting }] : [];
  });
}

const lastOf = (texts: Readonly<Record<string, Member>>): Member | undefined =>
  PLURAL_CATEGORIES.flatMap((category) => texts[category] ?? []).at(-1);

/** Source of a form: not a text without the number ("an item") if `other` shows it. */
export function seedOf({ seed, counting }: NeededForm, format: MessageFormat): Member {
  const isVague = counting && !showsCount(seed.text, format) && showsCount(counting.text, format);
  return isVague ? counting : seed;
}
