import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { anyIcu, icuValues } from '../../test/any-icu.ts';
import { compileIcu } from './compile-icu.ts';
import { formatIcu } from './format-icu.ts';

const LOCALES = ['en', 'de', 'ru', 'ar', 'ja', 'cy', 'hi'];
const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 100, 1.5, -1, 1_000_000];

/** Returns what a function returns, or the fact that it throws. */
const outcome = (run: () => unknown): unknown => {
  try {
    return run();
  } catch {
    return 'an error';
  }
};

const compiled = (text: string, locale = 'en') =>
  JSON.parse(JSON.stringify(compileIcu(text, locale)));

describe('formatIcu', () => {
  it('shows the same as intl-messageformat for any message, locale and values', () => {
    fc.assert(
      fc.property(
        anyIcu,
        fc.constantFrom(...LOCALES),
        fc.constantFrom(...NUMBERS),
        (text, locale, n) => {
          const values = icuValues(n);
          const expected = outcome(() =>
            new IntlMessageFormat(text, locale).format(values as never),
          );
          const message = compiled(text, locale);
          const found =
            message === null ? 'an error' : outcome(() => formatIcu(message, locale, values));
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: testRuns(2_000) },
    );
  });

  it('names a value that is missing', () => {
    expect(() => formatIcu(compiled('Hi {name}'), 'en')).toThrow('"name"');
  });
});

describe('compileIcu', () => {
  it('returns a text without arguments as one string', () => {
    expect(compiled("It''s '{'done'}'")).toBe("It's {done}");
    expect(compiled('a # b')).toBe('a # b');
  });

  it('returns each argument as a list', () => {
    expect(compiled('{n, plural, offset:1 =0 {none} one {# file} other {# of {size}}}.')).toEqual([
      ['n', 'cardinal', { '=0': 'none', one: [0, ' file'], other: [0, ' of ', ['size']] }, 1],
      '.',
    ]);
    expect(compiled('<b>{n, number, ::currency/EUR}</b>')).toEqual([
      ['b', 'tag', [['n', 'number', { style: 'currency', currency: 'EUR' }]]],
    ]);
  });

  it('returns null for a message that is not valid', () => {
    for (const text of [
      '{',
      '{n, plural, one {x}}',
      '<b>x</i>',
      '{n, spellout}',
      '{n, number, ::E0x}',
      '{n, number, ::integer-width/+0x}',
    ]) {
      expect(() => new IntlMessageFormat(text, 'en'), text).toThrow();
      expect(compileIcu(text, 'en'), text).toBeNull();
    }
  });

  it('takes a style with the name of a property of all objects for one without options', () => {
    for (const style of ['constructor', '__proto__', 'toString']) {
      expect(compiled(`{n, number, ${style}}`)).toEqual([['n', 'number']]);
      expect(compiled(`{n, date, ${style}}`)).toEqual([['n', 'date']]);
    }
  });
});
