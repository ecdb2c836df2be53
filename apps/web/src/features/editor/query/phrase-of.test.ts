import { parseQuery } from '@parlance/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phraseOf } from './phrase-of.ts';

describe('phraseOf', () => {
  it('returns the longest part of a text without quotes and line breaks', () => {
    expect(phraseOf('Say "hello there" to {name}')).toBe('hello there');
    expect(phraseOf('a\\b\nlonger line')).toBe('longer line');
    expect(phraseOf('""')).toBeNull();
  });

  it('returns a part of the text that the query language parses as one condition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const phrase = phraseOf(text);
        if (phrase === null) return;
        expect(text).toContain(phrase);
        const { query, fault } = parseQuery(`source:"${phrase}" case: is:missing`);
        expect(fault).toBeNull();
        expect(query?.terms).toHaveLength(2);
      }),
    );
  });
});
