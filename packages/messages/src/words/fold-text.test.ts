import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { findFolded, foldInPlace } from './find-folded.ts';
import { foldKindsFor, foldKindsOf } from './fold-kinds.ts';
import { foldedCharacters, foldText } from './fold-text.ts';

const ODD = [...foldedCharacters().keys(), 'i\u0307', 'u\u0302', 'ｶﾞ', '\u1112\u1161\u11ab'];
const USUAL = [...'abifsktσέеクあ한 .\'"!-\n'];
const character = fc.oneof(fc.constantFrom(...USUAL), fc.constantFrom(...ODD));
const textOf = (maxLength: number) =>
  fc.array(character, { maxLength }).map((characters) => characters.join(''));

describe('foldKindsOf', () => {
  it('shares a bit with each query for which folding changes the result of a search', () => {
    fc.assert(
      fc.property(textOf(8), textOf(3), (text, part) => {
        const folded = foldText(part);
        fc.pre((foldKindsOf(text) & foldKindsFor(folded)) === 0);
        expect(text.toLowerCase().includes(folded)).toBe(foldText(text).includes(folded));
      }),
      { numRuns: testRuns(2_000) },
    );
  });

  it('returns 0 for ordinary texts, and shares a bit with a query only if the query has the folded character', () => {
    expect(foldKindsOf('Save “all” files?'.replace(/[“”]/g, '"'))).toBe(0);
    expect(foldKindsOf('Êtes-vous sûr')).toBe(0);
    for (const [text, query, without] of [
      ['L’heure', "l'heure", 'heure'],
      ['sûr\u00a0?', 'sûr ?', 'sûr'],
      ['Τέλος', 'τέλος', 'έλο'],
      ['ışık', 'ışık', 'şk'],
    ] as const) {
      expect(foldKindsOf(text) & foldKindsFor(foldText(query))).not.toBe(0);
      expect(foldKindsOf(text) & foldKindsFor(foldText(without))).toBe(0);
    }
  });

  it('returns at most 15 bits', () => {
    expect(foldKindsOf(ODD.join(''))).toBeLessThan(2 ** 15);
  });
});

describe('the search in folded text', () => {
  it('finds the text itself, and only positions that fold to the same text', () => {
    fc.assert(
      fc.property(textOf(3), textOf(3), textOf(3), (before, part, after) => {
        const text = `${before}|${part}|${after}`;
        const places = [...findFolded(text, part)];
        for (const { start, end } of places) {
          expect(foldText(text.slice(start, end))).toBe(foldText(part));
        }
        fc.pre(part !== '' && !/^[\p{M}ﾞﾟ]/u.test(part));
        expect([...findFolded(`|${part}|`, part)]).not.toEqual([]);
      }),
      { numRuns: testRuns(1_000) },
    );
  });

  it('returns the offsets of folded characters, even if folding changes their length', () => {
    fc.assert(
      fc.property(textOf(8), (text) => {
        const folded = foldInPlace(text);
        expect(folded.text).toBe(foldText(folded.text));
        expect(folded.offsetOf(folded.text.length)).toBe(text.length);
        const places = Array.from({ length: folded.text.length + 1 }, (_, index) => index);
        const isInPair = (at: number): boolean => /^[\udc00-\udfff]/.test(folded.text.slice(at));
        const whole = places.filter((at) => folded.offsetOf(at) !== null && !isInPair(at));
        for (const [at, from] of whole.slice(0, -1).entries()) {
          const to = whole[at + 1]!;
          const [start, end] = [folded.offsetOf(from)!, folded.offsetOf(to)!];
          expect(foldText(text.slice(start, end))).toBe(folded.text.slice(from, to));
        }
      }),
      { numRuns: testRuns(500) },
    );
  });

  it('does not match part of a character', () => {
    expect([...findFolded('Straße', 'stras')]).toEqual([]);
    expect([...findFolded('Straße', 'STRASSE')]).toEqual([{ start: 0, end: 6 }]);
    expect([...findFolded('e\u0301', 'e')]).toEqual([]);
  });
});
