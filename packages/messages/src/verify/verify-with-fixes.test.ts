import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import type { MessageTerm } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

const options = { format: 'auto', sourceLocale: 'en', targetLocale: 'de' } as const;

describe('verifyWithFixes', () => {
  it.each([
    [
      'placeholder_unknown',
      'Hi {name}, welcome',
      'Hallo {nom}, willkommen',
      [6, 11, 'target'],
      'Hallo {name}, willkommen',
    ],
    [
      'placeholder_missing',
      'Hi {name}, welcome',
      'Hallo {nom}, willkommen',
      [3, 9, 'source'],
      'Hallo {name}, willkommen',
    ],
    ['edge_whitespace', 'Name: ', ' Name:', [0, 1, 'target'], 'Name: '],
    ['end_punctuation', 'Saved.', 'Gesichert!', [9, 10, 'target'], 'Gesichert.'],
    ['end_punctuation', 'Sure?', 'Sicher', [6, 6, 'target'], 'Sicher?'],
    ['line_breaks', 'One line', 'Eine\nZeile', [4, 5, 'target'], 'Eine Zeile'],
    ['tag_extra', 'Big news', 'Große <b>Neuigkeit</b>', [6, 9, 'target'], 'Große Neuigkeit'],
    ['tag_missing', 'Big <i>news</i>', 'Große <b>News</b>', [4, 7, 'source'], 'Große <i>News</i>'],
  ] as const)(
    'returns a fix and a position for %s in “%s” → “%s”',
    (code, source, target, at, text) => {
      const found = verifyWithFixes(source, target, options).find((fix) => fix.code === code);
      const [start, end, side] = at;
      expect(found).toMatchObject({ at: { start, end, side }, fix: { text } });
    },
  );

  it.each([
    [
      'icu_invalid',
      '{n, plural, other {# x}}',
      '{n, plural, other {# x}',
      'target',
      '{n, plural, other {# x}',
    ],
    ['plural_missing', '{n, plural, other {# x}}', 'x', 'source', '{n, plural, other {# x}}'],
    ['icu_structure', '{g, select, a {x} other {y}}', '{g, select, other {y}}', 'source', 'a {x}'],
    ['icu_structure', '{g, select, other {y}}', '{g, select, a {x} other {y}}', 'target', 'a {x}'],
    [
      'plural_category_missing',
      'See {n, plural, one {# x} other {# y}}.',
      'Sieh {n, plural, other {# y}}.',
      'target',
      '{n, plural, other {# y}}',
    ],
    [
      'plural_category_extra',
      '{n, plural, one {# x} other {# y}}',
      '{n, plural, one {# x} few  {# z} other {# y}}',
      'target',
      'few  {# z}',
    ],
  ] as const)('returns a position for %s in “%s” → “%s”', (code, source, target, side, part) => {
    const found = verifyWithFixes(source, target, { ...options, format: 'icu' });
    const { at } = found.find((finding) => finding.code === code)!;
    expect(at?.side).toBe(side);
    expect((side === 'source' ? source : target).slice(at!.start, at!.end)).toBe(part);
  });

  it.each([
    ['{n, select, other {x}}', 'x', { reason: 'argument_missing' }, 'n'],
    ['x {y}', '{y, select, other {x}}', { reason: 'argument_extra' }, 'y'],
    [
      '{g, select, a {x} other {y}}',
      '{g, select, other {y}}',
      { reason: 'options_differ', argument: 'g' },
      'a',
    ],
    ['a {n}', 'a\n{n', { reason: 'unclosed_brace', line: 2, column: 1 }, undefined],
    ['a {', 'a {b}', { reason: 'unclosed_brace', column: 3, side: 'source' }, undefined],
    ['a {b, foo}', 'a', { reason: 'unknown_type', column: 7, side: 'source' }, undefined],
    ['abc', 'abcd', { length: 4, maxLength: 3 }, undefined],
    ['The cart', 'Der Korb', { wanted: 'Wagen' }, 'cart'],
  ] as const)(
    'describes the finding in “%s” → “%s” with the facts %j',
    (source, target, params, value) => {
      const term = {
        start: 4,
        end: 8,
        id: 'a',
        source: 'cart',
        target: 'Wagen',
        doNotTranslate: false,
      };
      const terms = source === 'The cart' ? [term] : [];
      const found = verifyWithFixes(source, target, {
        ...options,
        format: 'icu',
        maxLength: source === 'abc' ? 3 : 100,
        terms,
      });
      expect(found.find((finding) => finding.params)).toMatchObject({
        params,
        ...(value !== undefined && { value }),
      });
    },
  );

  it('returns the glossary’s translation as a fix for a term in the source language', () => {
    const term: MessageTerm = {
      start: 4,
      end: 8,
      id: 'a',
      source: 'cart',
      target: 'Warenkorb',
      doNotTranslate: false,
    };
    const terms = [term];
    expect(verifyWithFixes('The cart', 'Der cart', { ...options, terms })).toMatchObject([
      { at: { start: 4, end: 8, side: 'source' }, fix: { text: 'Der Warenkorb' } },
    ]);
    const fixOf = (target: string) =>
      verifyWithFixes('The cart', target, { ...options, terms }).find(
        ({ code }) => code === 'glossary_term',
      )?.fix;
    expect(fixOf('`cart` im cart')).toEqual({ text: '`cart` im Warenkorb' });
    expect(fixOf('Im `cart`')).toBeUndefined();
  });

  it('returns no fix for two missing placeholders, and returns the range of excess text in UTF-16 code units', () => {
    const both = verifyWithFixes('{a} and {b}', '{c} und {d}', options);
    expect(both.filter(({ fix }) => fix)).toEqual([]);
    expect(verifyWithFixes('abc', '😀😀x', { ...options, maxLength: 2 })).toMatchObject([
      { code: 'too_long', at: { start: 4, end: 5, side: 'target' } },
    ]);
  });
});

const part = fc.constantFrom(
  '{name}',
  '{nom}',
  '%s',
  '%d',
  '<b>',
  '</b>',
  '<i>',
  '</i>',
  '<br/>',
  '\n',
  ' ',
  '.',
  '!',
  '?',
  '…',
  'word',
  'Wort',
  '&amp;',
  '&',
  "''",
  '{n, plural, one {# a} other {# b}}',
  '😀',
  '$&',
);
const message = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''));

it('every fix of a random message removes its finding and adds none, and every range is in its text', () => {
  const locale = fc.constantFrom('de', 'ja', 'el', 'th', 'hy');
  const format = fc.constantFrom(
    'auto',
    'icu',
    'flutter',
    'flutter_relaxed',
    'printf',
    'plain' as const,
  );
  fc.assert(
    fc.property(message, message, locale, format, (source, target, targetLocale, messageFormat) => {
      const own = { ...options, targetLocale, format: messageFormat } as const;
      const before = verifyMessage(source, target, own);
      const found = verifyWithFixes(source, target, own);
      const withoutPlace = <One extends { at?: unknown }>({ at, ...rest }: One) => rest;
      expect(found.map(({ fix, ...rest }) => withoutPlace(rest))).toEqual(before.map(withoutPlace));
      const nameOf = ({ code, value }: { code: string; value?: string }) =>
        `${code} ${value ?? ''}`;
      const known = before.map(nameOf);
      for (const { at, fix, ...one } of found) {
        if (at) {
          const text = at.side === 'source' ? source : target;
          expect(at.start).toBeGreaterThanOrEqual(0);
          expect(at.end).toBeGreaterThanOrEqual(at.start);
          expect(at.end).toBeLessThanOrEqual(text.length);
        }
        if (!fix) continue;
        const after = verifyMessage(source, fix.text, own).map(nameOf);
        expect(after).not.toContain(nameOf(one));
        expect(known).toEqual(expect.arrayContaining(after));
      }
    }),
    { numRuns: testRuns(500) },
  );
});
