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

/** A plural form that a locale needs, with the source form from which it is translated. */
export interface NeededForm {
  readonly name: string;
  readonly category: PluralCategory;
  readonly seed: Member;
  /**
   * The source form `other`. Set if the plural category contains several numbers, like the French
   * `one` with 0 and 1.
   */
  readonly counting: Member | undefined;
}

type Member = FamilyMember & { text: string };

/**
 * Returns the forms of a plural family that a locale needs: the forms of its language, and `_zero`
 * if the source has it. Omits forms without a source text.
 */
export function formsOf(family: readonly FamilyMember[], localeTag: string): NeededForm[] {
  const [first] = family;
  if (!first) return [];
  const { plural_ordinal: ordinal, plural_said: declared } = first;
  const type = ordinal ? 'ordinal' : 'cardinal';
  const texts: Record<string, Member> = {};
  for (const member of family) {
    const { text } = member;
    if (text !== null) texts[member.plural_category] = { ...member, text };
  }
  const names = familyNames(
    { family: first.plural_family, style: first.plural_style, ordinal, declared },
    localeTag,
    family.some((member) => member.plural_everywhere),
  );
  const general = declared === 'integer' ? lastOf(texts) : undefined;
  return names.flatMap(({ name, category }) => {
    const sample = countSample(localeTag, type, category);
    const seed = texts[seedCategory(texts, category, sample)] ?? general;
    const counting = needsNumber(localeTag, type, category) ? texts.other : undefined;
    return seed ? [{ name, category, seed, counting }] : [];
  });
}

const lastOf = (texts: Readonly<Record<string, Member>>): Member | undefined =>
  PLURAL_CATEGORIES.flatMap((category) => texts[category] ?? []).at(-1);

/**
 * Returns the source form from which a plural form is translated. Returns `other` if the usual
 * source form omits a number that the translation must show, as in "an item".
 */
export function seedOf({ seed, counting }: NeededForm, format: MessageFormat): Member {
  const isVague = counting && !showsCount(seed.text, format) && showsCount(counting.text, format);
  return isVague ? counting : seed;
}
