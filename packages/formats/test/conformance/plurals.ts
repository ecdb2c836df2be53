import { expect, it } from 'vitest';
import type { FileRow } from '../../src/format.ts';
import { CATEGORIES, type Category, standsForOther } from '../../src/plural/plural-categories.ts';
import type { Conformance, Writing } from './case.ts';
import { batches, collectBytes, collectRows, inOneChunk, readOptions } from './io.ts';

/** A language for each set of plural categories in CLDR and for each form that replaces `other`. */
export const PLURAL_LANGUAGES: readonly string[] = [
  'ja',
  'de',
  'fr',
  'he',
  'lv',
  'sr',
  'ru',
  'cs',
  'sl',
  'ga',
  'ar',
];

export const categoriesOf = (localeTag: string): Category[] => {
  const { pluralCategories } = new Intl.PluralRules(localeTag).resolvedOptions();
  return CATEGORIES.filter((category) => pluralCategories.includes(category));
};

export function testPlurals(conformance: Conformance, writing: Writing): void {
  if (!conformance.format.carries.includes('plurals')) return;
  it('round-trips every set of plural forms of CLDR', async () => {
    for (const tag of PLURAL_LANGUAGES) await expectFormsBack(conformance, writing, tag);
  });
}

/** Checks that the forms of a language are read back, including without an `other` that no integer needs. */
async function expectFormsBack(
  { format, pluralForms }: Conformance,
  writing: Writing,
  localeTag: string,
): Promise<void> {
  const isSource = writing.localeTags.includes(writing.sourceLocaleTag);
  const own = {
    ...writing,
    localeTags: [localeTag],
    sourceLocaleTag: isSource ? localeTag : writing.sourceLocaleTag,
  };
  const all = categoriesOf(localeTag);
  const integers = all.filter((category) => category !== 'other');
  for (const categories of standsForOther(localeTag) === null ? [all] : [all, integers]) {
    const rows = categories.map(
      (category): FileRow => ({
        name: `file.${category}`,
        plural: { family: 'file', category, domain: 'integer' },
        values: [{ localeTag, text: `%d ${category}` }],
      }),
    );
    const bytes = await collectBytes(format.write(batches(rows), own));
    const back = await collectRows(format, inOneChunk(bytes), readOptions(own));
    const forms = back.rows.flatMap(({ plural, values }) =>
      values.flatMap((value) =>
        value.localeTag === localeTag ? [[plural?.category, value.text]] : [],
      ),
    );
    const wanted = pluralForms === undefined ? categories : pluralForms(localeTag);
    const carried = CATEGORIES.filter((one) => wanted.includes(one) && categories.includes(one));
    expect(forms.sort(), localeTag).toEqual(carried.map((one) => [one, `%d ${one}`]).sort());
  }
}
