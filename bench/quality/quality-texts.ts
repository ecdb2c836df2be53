import {
  countSample,
  familyNames,
  findPluralFamilies,
  type PluralFamilyMember,
  seedCategory,
} from '@parlance/messages';
import type { FindHints, JobString } from '../../apps/api/src/domain/translation/index.ts';

/** A text of a locale file. */
export interface FileText {
  readonly text: string;
  /** The author's description, or an empty string. */
  readonly description: string;
}

/** A text to translate, and its human translation. */
export interface QualityText {
  readonly name: string;
  readonly string: JobString;
  readonly reference: string;
}

/**
 * Pairs the texts of a file with their translations in another file, in file order. A plural family is paired in the
 * forms of the target language. The source of each form is the text that a job would translate.
 */
export function pairTexts(
  sources: ReadonlyMap<string, FileText>,
  references: ReadonlyMap<string, FileText>,
  locales: { readonly from: string; readonly to: string },
): QualityText[] {
  const members = findPluralFamilies(sources.keys(), {
    format: 'auto',
    sourceLocale: locales.from,
  });
  const families = Map.groupBy(members, ([, member]) => familyOf(member));
  const paired: QualityText[] = [];
  const pair = (
    name: string,
    seedName: string,
    plural?: Pick<JobString, 'category' | 'isOrdinal'>,
  ): void => {
    const { text, description } = sources.get(seedName)!;
    const reference = references.get(name)?.text ?? '';
    if (text.trim() === '' || reference.trim() === '') return;
    const context = description === '' ? undefined : description;
    const string = { id: name, key: name, seedKey: seedName, text, context, ...plural };
    paired.push({ name, string, reference });
  };
  for (const name of sources.keys()) {
    const member = members.get(name);
    if (!member) {
      pair(name, name);
      continue;
    }
    const family = families.get(familyOf(member));
    // The first member of the family has already paired all its members.
    if (!families.delete(familyOf(member))) continue;
    const seeds = Object.fromEntries(family!.map(([own, { category }]) => [category, own]));
    const isOrdinal = member.ordinal;
    const type = isOrdinal ? 'ordinal' : 'cardinal';
    const hasZero = family!.some(([, { everywhere }]) => everywhere);
    for (const form of familyNames(member, locales.to, hasZero)) {
      const { category } = form;
      pair(
        form.name,
        seeds[seedCategory(seeds, category, countSample(locales.to, type, category))]!,
        {
          category,
          ...(isOrdinal ? { isOrdinal } : {}),
        },
      );
    }
  }
  return paired;
}

const familyOf = ({ family, style, ordinal }: PluralFamilyMember): string =>
  JSON.stringify([family, style, ordinal]);

/** Number of neighbors on each side, as in a translation job. */
const NEIGHBOURS = 2;

/**
 * Returns the context of a string in its file, as a job sends it to a language model. It has no examples: they could
 * only be the references themselves.
 */
export function neighboursIn(sources: ReadonlyMap<string, FileText>): FindHints {
  const keys = [...sources].map(([key, { text }]) => ({ key, text }));
  const places = new Map(keys.map(({ key }, index) => [key, index]));
  return async (strings) =>
    strings.map(({ seedKey }) => {
      const at = places.get(seedKey ?? '');
      if (at === undefined) return {};
      const before = keys.slice(Math.max(0, at - NEIGHBOURS), at);
      return { neighbours: [...before, ...keys.slice(at + 1, at + 1 + NEIGHBOURS)] };
    });
}
