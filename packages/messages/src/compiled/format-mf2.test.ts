import fc from 'fast-check';
import { MessageFormat } from 'messageformat';
import { DraftFunctions } from 'messageformat/functions';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { anyMf2 } from '../../test/any-mf2.ts';
import { anyMf2Call, mf2Values } from '../../test/any-mf2-call.ts';
import { compileMf2 } from './compile-mf2.ts';
import { formatMf2, formatMf2ToParts } from './format-mf2.ts';

const LOCALES = ['en', 'de', 'ru', 'ar', 'ja', 'cy', 'he'];
const NUMBERS = [0, 1, 2, 3, 5, 11, 21, 100, 1.5, -1, 1_000_000];

const compiled = (text: string) => JSON.parse(JSON.stringify(compileMf2(text)));

/** Messages with at most two selectors. The library does not return for some valid messages with more. */
const forLibrary = fc
  .oneof(anyMf2, anyMf2Call)
  .filter((text) => !/\.match\s+\$\S+\s+\$\S+\s+\$/.test(text));

/** Returns the variant that the standard defines: of those that match, the first by the rank of their keys. */
function variantFor(rows: readonly string[], values: readonly number[]): string {
  const rankOf = (key: string, value: number): number =>
    [String(value), value === 1 ? 'one' : 'other', '*'].indexOf(key);
  const ranked = rows.map((row) => ({
    row,
    ranks: row.split(' ').map((key, at) => rankOf(key, values[at]!)),
  }));
  const matching = ranked.filter(({ ranks }) => !ranks.includes(-1));
  return matching.sort((a, b) => (a.ranks.join() < b.ranks.join() ? -1 : 1))[0]!.row;
}

describe('formatMf2', () => {
  it('shows the same as messageformat for any message, locale and values', () => {
    fc.assert(
      fc.property(
        forLibrary,
        fc.constantFrom(...LOCALES),
        fc.constantFrom(...NUMBERS),
        fc.constantFrom('none', 'default'),
        (text, locale, n, bidiIsolation) => {
          const values = mf2Values(n);
          const library = new MessageFormat(locale, text, {
            bidiIsolation,
            functions: DraftFunctions,
          });
          const found = formatMf2(compiled(text), locale, values, { bidiIsolation });
          expect(found).toBe(library.format(values, () => {}));
        },
      ),
      { numRuns: testRuns(2_000) },
    );
  });

  it('chooses the variant that the standard defines for up to four selectors', () => {
    const key = fc.constantFrom('*', '1', '2', 'one', 'other');
    const row = (size: number) => fc.array(key, { minLength: size, maxLength: size });
    const message = fc.integer({ min: 1, max: 4 }).chain((size) =>
      fc.record({
        rows: fc.array(row(size), { maxLength: 6 }),
        values: fc.array(fc.constantFrom(1, 2, 3), { minLength: size, maxLength: size }),
      }),
    );
    fc.assert(
      fc.property(message, ({ rows, values }) => {
        const any = values.map(() => '*').join(' ');
        const all = [...new Set([...rows.map((one) => one.join(' ')), any])];
        const names = values.map((_, at) => `$v${at}`);
        const text = [
          ...names.map((name) => `.input {${name} :number}`),
          `.match ${names.join(' ')}`,
          ...all.map((one) => `${one} {{${one}}}`),
        ].join('\n');
        const passed = Object.fromEntries(values.map((value, at) => [`v${at}`, value]));
        expect(formatMf2(compiled(text), 'en', passed)).toBe(variantFor(all, values));
      }),
      { numRuns: testRuns(1_000) },
    );
  });

  it('takes the option `select=plural` for the default that the standard says it is', () => {
    const message = compiled(
      '.input {$n :number select=plural} .match $n one {{file}} * {{files}}',
    );
    expect([1, 2].map((n) => formatMf2(message, 'en', { n }))).toEqual(['file', 'files']);
  });
});

describe('formatMf2ToParts', () => {
  it('returns markup with its options between the texts', () => {
    const message = compiled('Go {#a href=$url rel=next}there{/a}{#br/}');
    expect(formatMf2ToParts(message, 'en', { url: '/x' })).toEqual([
      'Go ',
      { markup: 'a', kind: 'open', options: { href: '/x', rel: 'next' } },
      'there',
      { markup: 'a', kind: 'close', options: {} },
      { markup: 'br', kind: 'standalone', options: {} },
    ]);
  });
});

describe('compileMf2', () => {
  it('returns a text without placeholders as one string', () => {
    expect(compiled('It is \\{done\\}.')).toBe('It is {done}.');
    expect(compiled('{{.It}}')).toBe('.It');
  });

  it('returns the options of functions as `Intl` takes them', () => {
    expect(compiled('{$n :currency currency=$c fractionDigits=2} {$d :date length=long}')).toEqual([
      ['$n', 'currency', { minimumFractionDigits: 2, maximumFractionDigits: 2 }, { currency: 'c' }],
      ' ',
      ['$d', 'date', { year: 'numeric', month: 'long', day: 'numeric' }],
    ]);
  });

  it('takes a function with the name of a property of all objects for an unknown one', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const message = compiled(`{$n :${name} a=1}`);
      expect(formatMf2(message, 'en', { n: 1 }, { bidiIsolation: 'none' })).toBe('{$n}');
    }
  });

  it('returns null for a message that is not valid', () => {
    for (const text of ['{', '.match $n * {{x}}', '{$n :}']) {
      expect(compileMf2(text), text).toBeNull();
    }
  });
});
