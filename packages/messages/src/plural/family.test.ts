import { describe, expect, it } from 'vitest';
import { dependsOnSource, familyCandidates, familyNames, findPluralFamilies } from './family.ts';

const auto = { format: 'auto', sourceLocale: 'en' } as const;

describe('findPluralFamilies', () => {
  it('finds i18next and Rails families', () => {
    const found = findPluralFamilies(['item_one', 'item_other', 'day.one', 'day.other', 'x'], auto);
    expect([...found.keys()]).toEqual(['item_one', 'item_other', 'day.one', 'day.other']);
    expect(found.get('item_one')).toEqual({
      family: 'item',
      category: 'one',
      ordinal: false,
      style: '_',
      everywhere: false,
      declared: null,
    });
    expect(found.get('day.other')?.style).toBe('.');
  });

  it('accepts only `zero` and the categories of the source language', () => {
    expect(findPluralFamilies(['a_zero', 'a_one', 'a_other'], auto).size).toBe(3);
    expect(findPluralFamilies(['a_two', 'a_one', 'a_other'], auto).size).toBe(0);
  });

  it('does not treat names without `other` as a family', () => {
    expect(findPluralFamilies(['section_one', 'section_two'], auto).size).toBe(0);
    expect(findPluralFamilies(['section_one'], { ...auto, format: 'i18next' }).size).toBe(0);
  });

  it('separates ordinal families from cardinal families with the same name', () => {
    const names = ['n_ordinal_one', 'n_ordinal_two', 'n_ordinal_few', 'n_ordinal_other'];
    const found = findPluralFamilies([...names, 'n_one', 'n_other'], auto);
    expect(found.size).toBe(6);
    expect(found.get('n_ordinal_few')).toMatchObject({ family: 'n', ordinal: true });
  });

  it('depends on the message format: finds no families in ICU, and only Rails names in ruby', () => {
    const names = ['a_one', 'a_other', 'b.one', 'b.other'];
    const of = (format: 'icu' | 'ruby' | 'i18next') => [
      ...findPluralFamilies(names, { format, sourceLocale: 'en' }).keys(),
    ];
    expect(of('icu')).toEqual([]);
    expect(of('ruby')).toEqual(['b.one', 'b.other']);
    expect(of('i18next')).toEqual(['a_one', 'a_other']);
  });
});

describe('families that a file declares', () => {
  const say = (names: Record<string, 'integer' | 'number' | 'ordinal' | null>, format = 'auto') =>
    findPluralFamilies(Object.keys(names), {
      format: format as 'auto' | 'icu',
      sourceLocale: 'en',
      declaredOf: (name) => names[name] ?? null,
    });

  it('include every category, in any message format', () => {
    const names = { 'a.one': 'integer', 'a.few': null, 'a.other': null, 'b.one': null } as const;
    for (const format of ['auto', 'icu', 'plain', 'i18next', 'printf']) {
      expect([...say(names, format)].map(([name, { declared }]) => [name, declared])).toEqual([
        ['a.one', 'integer'],
        ['a.few', 'integer'],
        ['a.other', 'integer'],
      ]);
    }
  });

  it('require the form `other`', () => {
    expect(say({ 'a.one': 'integer', 'a.few': 'integer' }).size).toBe(0);
  });

  it('have the wider domain if their forms declare different domains', () => {
    const found = say({ 'a.one': 'integer', 'a.other': 'number' });
    expect(found.get('a.one')?.declared).toBe('number');
  });

  it('can be ordinal', () => {
    expect(say({ 'a.one': 'ordinal', 'a.other': null }).get('a.other')).toMatchObject({
      ordinal: true,
      style: '.',
    });
    const member = { family: 'a', ordinal: true, style: '.', declared: 'ordinal' } as const;
    expect(familyNames(member, 'en').map(({ name }) => name)).toEqual([
      'a.one',
      'a.two',
      'a.few',
      'a.other',
    ]);
  });

  it('do not require a category that no integer has', () => {
    const namesIn = (locale: string) =>
      familyNames({ family: 'a', ordinal: false, style: '.', declared: 'integer' }, locale).map(
        ({ category }) => category,
      );
    expect(namesIn('ru')).toEqual(['one', 'few', 'many']);
    expect(namesIn('cs')).toEqual(['one', 'few', 'other']);
    expect(namesIn('fr')).toEqual(['one', 'other']);
    expect(namesIn('ar')).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
    expect(namesIn('ja')).toEqual(['other']);
    expect(namesIn('xx')).toEqual(['other']);
  });
});

describe('a `zero` form', () => {
  const everywhereIn = (names: string[], options: Parameters<typeof findPluralFamilies>[1]) =>
    [...findPluralFamilies(names, options)]
      .filter(([, { everywhere }]) => everywhere)
      .map(([name]) => name);

  it('belongs to every language if the source has it in i18next or Rails, but not in ordinals or declared plurals', () => {
    const names = ['a_zero', 'a_one', 'a_other', 'b.zero', 'b.one', 'b.other'];
    const ordinals = ['one', 'two', 'few', 'other', 'zero'].map((form) => `n_ordinal_${form}`);
    expect(everywhereIn([...names, ...ordinals], auto)).toEqual(['a_zero', 'b.zero']);
    const isInSource = (name: string): boolean => name !== 'a_zero';
    expect(everywhereIn(names, { ...auto, isInSource })).toEqual(['b.zero']);
    expect(everywhereIn(names, { ...auto, declaredOf: () => 'integer' })).toEqual(['a_zero']);
  });

  it('belongs to every language even if the source language has the category', () => {
    const names = ['zero', 'one', 'other'].map((form) => `a_${form}`);
    expect(everywhereIn(names, { format: 'auto', sourceLocale: 'lv' })).toEqual(['a_zero']);
  });
});

describe('dependsOnSource', () => {
  it('returns true for `zero`, and under `auto` for categories that the source language lacks', () => {
    const names = ['a_zero', 'b.zero', 'a_few', 'a_one', 'a_other', 'n_ordinal_two', 'plain'];
    const of = (format: 'auto' | 'i18next' | 'icu') =>
      names.filter((name) => dependsOnSource(name, { format, sourceLocale: 'en' }));
    expect(of('auto')).toEqual(['a_zero', 'b.zero', 'a_few']);
    expect(of('i18next')).toEqual(['a_zero']);
    expect(of('icu')).toEqual([]);
  });
});

describe('familyNames', () => {
  it('returns the names that a locale needs, in the style of the family', () => {
    const i18next = { family: 'item', ordinal: false, style: '_' } as const;
    expect(familyNames(i18next, 'pl').map(({ name }) => name)).toEqual([
      'item_one',
      'item_few',
      'item_many',
      'item_other',
    ]);
    expect(familyNames({ family: 'day', ordinal: false, style: '.' }, 'ja')).toEqual([
      { name: 'day.other', category: 'other' },
    ]);
    expect(familyNames(i18next, 'ja', true)).toEqual([
      { name: 'item_zero', category: 'zero' },
      { name: 'item_other', category: 'other' },
    ]);
    expect(familyNames(i18next, 'lv', true)).toEqual(familyNames(i18next, 'lv'));
    expect(familyNames({ ...i18next, ordinal: true }, 'en').map(({ name }) => name)).toContain(
      'item_ordinal_two',
    );
  });
});

describe('a name that ends like the form `other`', () => {
  const families = (names: string[], format: 'i18next' | 'ruby', sourceLocale = 'en') => [
    ...findPluralFamilies(names, { format, sourceLocale }).keys(),
  ];

  it('does not form a family without siblings, unless the source language has only `other`', () => {
    const names = ['role_male', 'role_female', 'role_other', 'n_one', 'n_other'];
    expect(families(names, 'i18next')).toEqual(['n_one', 'n_other']);
    expect(families(['gender.male', 'gender.other'], 'ruby')).toEqual([]);
    expect(families(['n_other'], 'i18next', 'ja')).toEqual(['n_other']);
  });
});

describe('forms that only a translation needs', () => {
  const names = ['item_one', 'item_few', 'item_other'];
  const familiesWhere = (isInSource: (name: string) => boolean) =>
    findPluralFamilies(names, { format: 'auto', sourceLocale: 'en', isInSource });

  it('belong to the family of the forms in the source', () => {
    expect([...familiesWhere((name) => name !== 'item_few').keys()]).toEqual(names);
  });

  it('prevent the family if the source contains them', () => {
    expect(familiesWhere(() => true).size).toBe(0);
  });
});

describe('familyCandidates', () => {
  it('returns possible siblings of a name, and returns none for a plain name', () => {
    expect(familyCandidates('item_one', 'auto')).toEqual(
      ['zero', 'one', 'two', 'few', 'many', 'other'].map((category) => `item_${category}`),
    );
    expect(familyCandidates('n_ordinal_few', 'i18next')).toContain('n_ordinal_other');
    expect(familyCandidates('item', 'auto')).toEqual([]);
    expect(familyCandidates('item_one', 'ruby')).toEqual([]);
    expect(familyCandidates('item.one', 'i18next')).toContain('item.other');
  });
});
