import type { Row } from '@parlance/sdk';
import { describe, expect, it } from 'vitest';
import { familyForms } from './family.ts';

type Family = NonNullable<Row['family']>;
type Source = Row['source'];

const family = (
  over: Partial<Family>,
  categories: readonly Family['forms'][number]['category'][] = ['one', 'other'],
) => ({
  key: 'items',
  source: null as Source,
  family: {
    style: '_' as const,
    kind: 'cardinal' as const,
    domain: 'number' as const,
    forms: categories.map((category) => ({
      category,
      keyId: `id-${category}`,
      sourceVersion: 1,
      maxLength: null,
    })),
    ...over,
  },
});
const needed = (row: ReturnType<typeof family>, locale: string) =>
  familyForms(row, locale).flatMap(({ category, isNeeded }) => (isNeeded ? [category] : []));

describe('the forms of a family', () => {
  it('start with the categories of the language, and have a name even if the project has no key for the form', () => {
    expect(familyForms(family({}), 'ja', ['de', 'ja'])).toEqual([
      {
        category: 'other',
        name: 'items_other',
        keyId: 'id-other',
        isNeeded: true,
        isNeededElsewhere: true,
      },
      {
        category: 'one',
        name: 'items_one',
        keyId: 'id-one',
        isNeeded: false,
        isNeededElsewhere: true,
      },
    ]);
    const few = familyForms(family({ style: '.' }), 'ru').find(
      ({ category }) => category === 'few',
    );
    expect(few).toMatchObject({ name: 'items.few', keyId: null, isNeededElsewhere: false });
  });

  it('depend on the kind and the domain of the family', () => {
    expect(needed(family({ kind: 'ordinal' }), 'en')).toEqual(['one', 'two', 'few', 'other']);
    expect(needed(family({ domain: 'integer' }), 'ru')).toEqual(['one', 'few', 'many']);
  });

  it('include `zero` in every language if the source has it, as in i18next', () => {
    const row = family({}, ['zero', 'one', 'other']);
    const forms = [{ category: 'zero' }] as NonNullable<Source>['forms'];
    const withZero = { ...row, source: { forms } as Source };
    expect(needed(row, 'de')).toEqual(['one', 'other']);
    expect(needed(withZero, 'de')).toEqual(['zero', 'one', 'other']);
  });
});
