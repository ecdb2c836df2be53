import { describe, expect, it } from 'vitest';
import { compilePlural, PluralFault } from './expression.ts';
import { CATEGORIES, defaultPluralForms, readPluralForms } from './plural-forms.ts';

describe('a plural expression', () => {
  it('has the precedence and the operators of C', () => {
    const cases: [expression: string, n: number, result: number][] = [
      ['n', 7, 7],
      ['n != 1', 1, 0],
      ['1 + 2 * n', 3, 7],
      ['(1 + 2) * n', 3, 9],
      ['n - 1 - 1', 5, 3],
      ['n / 2 % 3', 9, 1],
      ['n == 1 || n == 2 && n == 3', 1, 1],
      ['n == 1 ? 0 : n == 2 ? 1 : 2', 2, 1],
      ['n == 1 ? 0 : n == 2 ? 1 : 2', 3, 2],
      ['n ? n > 1 ? 2 : 1 : 0', 1, 1],
      ['!n', 0, 1],
      ['!(n >= 2) + (n <= 2)', 2, 1],
      ['n < 1 == 0', 1, 1],
      ['n%10==1&&n%100!=11?0:1', 11, 1],
    ];
    for (const [expression, n, result] of cases) {
      expect(compilePlural(expression)(n), expression).toBe(result);
    }
  });

  it('causes an error if it is malformed or too long', () => {
    const faults = [
      '',
      'n n',
      'm',
      '(n',
      'n)',
      'n ? 1',
      'n = 1',
      'n + ',
      '1 2',
      'n;1',
      'process.exit()',
      'n & 1',
      '~n',
      '0x1',
      '9'.repeat(16),
      'n ?'.repeat(10_000),
      '('.repeat(999),
      '!'.repeat(999),
      'n?'.repeat(499),
      `${'('.repeat(100)}n${')'.repeat(100)}`,
    ];
    for (const text of faults) expect(() => compilePlural(text), text).toThrow(PluralFault);
  });

  it('causes an error if gettext cannot use its results', () => {
    for (const text of ['n/0', 'n%0', 'n/n', 'n-1', 'n*999999999999999']) {
      const header = `nplurals=2; plural=${text};`;
      expect(() => readPluralForms(header, 'en'), text).toThrow(PluralFault);
    }
  });
});

describe('a Plural-Forms header', () => {
  const RUSSIAN =
    'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);';
  const CZECH = 'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;';
  const TWO = 'nplurals=2; plural=(n != 1);';
  const ABOVE_ONE = 'nplurals=2; plural=(n > 1);';
  const ONE = 'nplurals=1; plural=0;';
  const exact: [localeTags: string, header: string, categories: string][] = [
    ['en de nl sv it es pt ca', TWO, 'one other'],
    ['fr pt-BR', ABOVE_ONE, 'one other'],
    ['ru uk be', RUSSIAN, 'one few many'],
    [
      'pl',
      'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
      'one few many',
    ],
    ['cs sk', CZECH, 'one few other'],
    [
      'lt',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);',
      'one few other',
    ],
    ['sr hr', RUSSIAN, 'one few other'],
    ['he', TWO, 'one other'],
    ['ja zh ko vi th id', ONE, 'other'],
    [
      'ga',
      'nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n<7 && n>2 ? 2 : n>6 && n<11 ? 3 : 4;',
      'one two few many other',
    ],
    [
      'sl',
      'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);',
      'one two few other',
    ],
    [
      'ro',
      'nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;',
      'one few other',
    ],
    [
      'ar',
      'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;',
      'zero one two few many other',
    ],
  ];
  const inexact: typeof exact = [
    ['lv', 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);', 'one other zero'],
    ['mk', 'nplurals=2; plural=(n%10 == 1) ? 0 : 1;', 'one other'],
    ['fil', 'nplurals=2; plural=(n > 1);', 'one other'],
  ];

  it('maps the usual forms to the categories of CLDR', () => {
    for (const [localeTags, header, categories] of exact) {
      for (const localeTag of localeTags.split(' ')) {
        const forms = readPluralForms(header, localeTag);
        expect(forms.categories.join(' '), localeTag).toBe(categories);
        expect(forms.isExact, localeTag).toBe(true);
      }
    }
  });

  it('counts as inexact if numbers have other categories in CLDR', () => {
    for (const [localeTag, header, categories] of inexact) {
      const forms = readPluralForms(header, localeTag);
      expect([...forms.categories].sort()).toEqual(categories.split(' ').sort());
      expect(forms.isExact, localeTag).toBe(false);
    }
    const welsh = 'nplurals=4; plural=(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;';
    expect(readPluralForms(welsh, 'cy').categories.slice(0, 3)).toEqual(['one', 'two', 'other']);
    expect(new Set(readPluralForms(welsh, 'cy').categories).size).toBe(4);
    expect(readPluralForms(welsh, 'cy').isExact).toBe(false);
  });

  it('gives every form a distinct category, even if the language has fewer categories than forms', () => {
    expect(readPluralForms(TWO, 'ja').categories).toEqual(['one', 'other']);
    expect(readPluralForms(TWO, 'xx').categories).toEqual(['one', 'other']);
    expect(readPluralForms('nplurals=6; plural=0;', 'ja').categories.toSorted()).toEqual(
      CATEGORIES.toSorted(),
    );
  });

  it('causes an error if it is malformed or contradicts its expression', () => {
    const faults = [
      '',
      'nplurals=2',
      'plural=n',
      'nplurals=x; plural=0;',
      'nplurals=0; plural=0;',
      'nplurals=7; plural=0;',
      'nplurals=999999999; plural=0;',
      'nplurals=1e9; plural=0;',
      'nplurals=2; plural=n%3;',
      'nplurals=1; plural=n;',
      'nplurals=2; plural=0; x',
    ];
    for (const header of faults) expect(() => readPluralForms(header, 'en')).toThrow(PluralFault);
  });

  it('has all forms that integers need in every language of CLDR, except `many` in Romance languages', () => {
    const codes = 'abcdefghijklmnopqrstuvwxyz';
    const pairs = [...codes].flatMap((a) => [...codes].map((b) => a + b));
    const more = ['fil', 'haw', 'chr', 'smn', 'naq', 'dsb', 'hsb', 'pt-BR', 'pt-PT', 'zh-Hant'];
    const tags = Intl.PluralRules.supportedLocalesOf([...pairs, ...more]);
    expect(tags.length).toBeGreaterThan(100);
    const lacking: string[] = [];
    for (const tag of tags) {
      const forms = defaultPluralForms(tag);
      const unused = CATEGORIES.filter((one) => !forms.isUnused(one));
      const missing = unused.filter((one) => !forms.categories.includes(one));
      if (!forms.isExact || missing.length > 0) lacking.push(`${tag}:${missing.join(' ')}`);
    }
    const romance = ['ca', 'es', 'fr', 'it', 'pt', 'pt-BR', 'pt-PT'];
    expect(lacking).toEqual(romance.map((tag) => `${tag}:many`));
  });
});
