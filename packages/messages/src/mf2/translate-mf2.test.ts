import fc from 'fast-check';
import { MessageFormat, parseMessage, validate } from 'messageformat';
import { DraftFunctions } from 'messageformat/functions';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { createRandom } from '../../test/adversary/random.ts';
import { spoil } from '../../test/adversary/spoil.ts';
import { RENDERINGS, translateBy } from '../../test/adversary/translate-by.ts';
import { anyMf2 } from '../../test/any-mf2.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { pluralCategories } from '../plural/plural.ts';
import { type MessageFormat as Format, textToken } from '../token/token.ts';
import { verifyMessage } from '../verify/verify-message.ts';
import { verifyWithFixes } from '../verify/verify-with-fixes.ts';

const LOCALES = ['de', 'fr', 'ru', 'ar', 'ja', 'pl'];
const format: Format = 'mf2';

/** Returns the placeholders and markup of each variant, sorted, as the library reads them. */
function inventoriesOf(text: string): string[] {
  const message = parseMessage(text);
  validate(message, (type) => {
    throw new Error(type);
  });
  const patterns =
    message.type === 'message' ? [message.pattern] : message.variants.map(({ value }) => value);
  return patterns.map((pattern) =>
    JSON.stringify(
      pattern
        .flatMap((part) => (typeof part === 'string' ? [] : JSON.stringify(part, mapsToLists)))
        .sort(),
    ),
  );
}

const mapsToLists = (_: string, value: unknown): unknown =>
  value instanceof Map ? [...value].sort(([a], [b]) => (a < b ? -1 : 1)) : value;

const headOf = (text: string): string => {
  const { declarations } = parseMessage(text);
  return JSON.stringify(declarations, mapsToLists);
};

const shout = (body: string): string => body.replace(/\b[a-z]{2,}\b(?![^<]*>)/g, '$&$&');

describe('a message of MessageFormat 2', () => {
  it('keeps its variants and declarations if an engine returns its texts unchanged', () => {
    fc.assert(
      fc.property(anyMf2, fc.constantFrom(...RENDERINGS), (source, rendering) => {
        const own = { format, sourceLocale: 'en', targetLocale: 'en' };
        const isRight = verifyMessage(source, source, own).length === 0;
        const { ok, text } = translateBy((body) => body, source, { ...own, rendering });
        if (!isRight || !ok) return;
        expect(inventoriesOf(text)).toEqual(expect.arrayContaining(inventoriesOf(source)));
        expect(headOf(text)).toBe(headOf(source));
      }),
      { numRuns: testRuns(200) },
    );
  });

  it('has no finding beside itself if its keys are those of its language', () => {
    fc.assert(
      fc.property(anyMf2, (text) => {
        const own = { format, sourceLocale: 'en', targetLocale: 'en' };
        const codes = verifyMessage(text, text, own).map(({ code }) => code);
        const hasOtherKeys = codes.some((code) => /plural_category|icu_structure/.test(code));
        if (!hasOtherKeys) expect(codes).toEqual([]);
      }),
      { numRuns: testRuns(300) },
    );
  });

  it('never loses an expression, and stays valid for messageformat, for any answer of an engine', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        anyMf2,
        fc.constantFrom(...RENDERINGS),
        fc.constantFrom(...LOCALES),
        fc.nat(),
        (source, rendering, targetLocale, seed) => {
          const random = createRandom(seed);
          const engine = (body: string) =>
            random.below(2) === 0 ? shout(body) : spoil(random, body);
          const { ok, text } = translateBy(engine, source, { format, targetLocale, rendering });
          if (!ok) return;
          accepted++;
          const known = new Set(inventoriesOf(source));
          for (const inventory of inventoriesOf(text)) expect(known).toContain(inventory);
          expect(headOf(text)).toBe(headOf(source));
        },
      ),
      { numRuns: testRuns(500) },
    );
    expect(accepted).toBeGreaterThan(testRuns(500) / 10);
  });

  it.each(LOCALES)(
    'gets the categories of CLDR in %s, which messageformat chooses for each number',
    (locale) => {
      const source =
        '.input {$n :number}\n.match $n\n0 {{No file}}\none {{{$n} file}}\n* {{{$n} files}}';
      const { leaves, assemble } = analyzeMessage(source, {
        format,
        sourceLocale: 'en',
        targetLocale: locale,
      });
      const outputs = leaves.map(({ tokens, options }) => [
        textToken(options[0]!.option),
        ...tokens.filter(({ type }) => type !== 'text'),
      ]);
      const message = new MessageFormat(locale, assemble(outputs), {
        functions: DraftFunctions,
        bidiIsolation: 'none',
      });
      const rules = new Intl.PluralRules(locale);
      for (const number of [...Array.from({ length: 201 }, (_, at) => at), 1.5, 1_000_000]) {
        const shown = message.format({ n: number });
        const expected = number === 0 ? '=0' : rules.select(number);
        expect([number, shown.startsWith(expected)]).toEqual([number, true]);
      }
      expect(leaves).toHaveLength(pluralCategories(locale).length + 1);
    },
  );

  it('requires each category, and reports changed declarations, lost expressions and foreign keys', () => {
    const source =
      '.input {$n :number}\n.match $n\none {{{$n} file in {$f}}}\n* {{{$n} files in {$f}}}';
    const codesOf = (target: string, targetLocale = 'de') =>
      verifyMessage(source, target, { format, sourceLocale: 'en', targetLocale }).map(
        ({ code, value, params }) => [code, value ?? params?.reason],
      );
    const [head, de] = [
      '.input {$n :number}\n.match $n\n',
      'one {{{$n} Datei in {$f}}}\n* {{{$n} Dateien in {$f}}}',
    ];
    expect(codesOf(head + de)).toEqual([]);
    expect(codesOf(head + de, 'ru')).toEqual([
      ['plural_category_missing', 'few'],
      ['plural_category_missing', 'many'],
    ]);
    expect(codesOf(head + de.replace('{$f}', ''))).toEqual([['placeholder_missing', '{$f}']]);
    expect(codesOf(head.replace(':number', ':integer') + de)).toEqual([
      ['icu_structure', 'declarations_differ'],
    ]);
    expect(codesOf(`${head}few {{{$n} in {$f}}}\n${de}`)).toEqual([
      ['plural_category_extra', 'few'],
    ]);
    expect(codesOf(`${head}one {{{$n} in {$f}}}`)).toEqual([['icu_invalid', 'mf2_fallback']]);
    expect(codesOf(head + de.replace('Datei ', 'Datei {$x} '))).toEqual([
      ['placeholder_unknown', '{$x}'],
    ]);
  });

  it.each([
    ['{#b}Save{/b} now', 'Speichern jetzt', 'tag_missing', '{#b}'],
    ['{#b id=|x|}Save{/b} now', 'Speichern jetzt', 'tag_missing', '{#b id=|x|}'],
    ['Save', '{#b}Speichern{/b}', 'tag_extra', '{#b}'],
    ['{#b}Save{/b} now', '{#b}Speichern jetzt', 'tag_unbalanced', '{#b}'],
    ['{#b}Save{/b} now', 'Speichern{/b} jetzt', 'tag_unbalanced', '{/b}'],
    ['{#img src=|/a|/} now', 'jetzt', 'tag_missing', '{#img src=|/a|/}'],
  ])('causes one finding for the markup of %s as %s', (source, target, code, value) => {
    const options = { format, sourceLocale: 'en', targetLocale: 'de' };
    const found = verifyWithFixes(source, target, options);
    expect(found).toEqual([expect.objectContaining({ code, value })]);
    const { side, start, end } = found[0]!.at!;
    expect((side === 'source' ? source : target).slice(start, end)).toBe(value);
  });

  it('causes findings for options of markup that differ', () => {
    const options = { format, sourceLocale: 'en', targetLocale: 'de' };
    const found = verifyMessage('{#a to=|/x|}Go{/a}', '{#a to=|/y|}Los{/a}', options);
    expect(found.map(({ code, value }) => [code, value])).toEqual([
      ['placeholder_missing', '{#a to=|/x|}'],
      ['placeholder_unknown', '{#a to=|/y|}'],
    ]);
  });

  it('gets the categories of the language for a function of another library whose keys are categories', () => {
    const optionsFor = (source: string) =>
      analyzeMessage(source, { format, sourceLocale: 'en', targetLocale: 'ru' }).leaves.map(
        ({ options }) => options[0]!.option,
      );
    const head = '.input {$n :mf1:plural offset=1} .match $n 0 {{None}}';
    expect(optionsFor(`${head} one {{One}} * {{All}}`)).toEqual([
      '=0',
      'one',
      'few',
      'many',
      'other',
    ]);
    expect(optionsFor(`${head} male {{He}} * {{They}}`)).toEqual(['0', 'male', 'other']);
  });

  it('keeps its escapes, and quotes a translation that would begin a declaration', () => {
    const translate = (source: string, change: (text: string) => string) => {
      const { leaves, assemble } = analyzeMessage(source, {
        format,
        sourceLocale: 'en',
        targetLocale: 'de',
      });
      const outputs = leaves.map(({ tokens }) =>
        tokens.map((token) => (token.type === 'text' ? textToken(change(token.text)) : token)),
      );
      return assemble(outputs);
    };
    expect(translate('A \\{b\\} {$x}', (text) => text.toUpperCase())).toBe('A \\{B\\} {$x}');
    expect(translate('Dot {$x}', () => '.Punkt ')).toBe('{{.Punkt {$x}}}');
    expect(translate('Path {$x}', () => 'C:\\{d} ')).toBe('C:\\\\\\{d\\} {$x}');
  });
});
