import type { TermSuggestion } from '@parlance/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTerms } from './find-terms.ts';

const term = (source: string, target: string | null): TermSuggestion => ({
  termId: source,
  start: 0,
  end: source.length,
  source,
  target,
});

describe('findTerms', () => {
  it('finds each word that is a term, with all its translations, and finds no part of a word', () => {
    const terms = [term('file', 'Datei'), term('file', 'Akte'), term('Parlance', null)];
    expect(findTerms('A file, profile or file of Parlance', terms)).toEqual([
      { start: 2, end: 6, targets: ['Datei', 'Akte'] },
      { start: 19, end: 23, targets: ['Datei', 'Akte'] },
      { start: 27, end: 35, targets: [] },
    ]);
  });

  it('finds terms between the characters of a script without spaces', () => {
    expect(findTerms('新しい見積書を作成', [term('見積書', 'quote')])).toEqual([
      { start: 3, end: 6, targets: ['quote'] },
    ]);
  });

  it('returns ordered positions that do not overlap and that contain a term', () => {
    const word = fc.constantFrom('a', 'ab', 'b c', 'c', ' ', 'é', '書');
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (words, sources) => {
        const text = words.join('');
        let free = 0;
        for (const { start, end } of findTerms(
          text,
          sources.map((source) => term(source, 'x')),
        )) {
          expect(start).toBeGreaterThanOrEqual(free);
          expect(sources).toContain(text.slice(start, end));
          free = end;
        }
      }),
    );
  });
});
