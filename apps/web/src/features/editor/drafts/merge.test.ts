import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts } from './merge.ts';

function merge(baseText: string, mineText: string, theirsText: string, locale = 'en') {
  return mergeTexts({ baseText, mineText, theirsText, locale });
}

const text = fc
  .array(fc.constantFrom('a', 'bb', 'ä', '{name}', '日本', '\u00a0', ' ', '.', '<b>'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(' '));

describe('mergeTexts', () => {
  it('keeps the edits of both sides when they change different words', () => {
    expect(merge('The red car is fast', 'The blue car is fast', 'The red car is slow')).toEqual({
      kind: 'merged',
      text: 'The blue car is slow',
    });
  });

  it('splits Japanese text into words', () => {
    expect(
      merge('東京で映画を見ました', '大阪で映画を見ました', '東京で映画を見ません', 'ja'),
    ).toEqual({ kind: 'merged', text: '大阪で映画を見ません' });
  });

  it('reports a conflict when both sides change the same word', () => {
    expect(merge('red car', 'blue car', 'green car')).toEqual({ kind: 'conflict' });
  });

  it('reports a conflict when both sides fill a missing text differently', () => {
    expect(merge('', 'mine', 'theirs')).toEqual({ kind: 'conflict' });
  });

  it('returns the changed side when the other side equals the base', () => {
    fc.assert(
      fc.property(text, text, (base, side) => {
        const merged = { kind: 'merged', text: side };
        expect(merge(base, side, base)).toEqual(merged);
        expect(merge(base, base, side)).toEqual(merged);
        expect(merge(base, side, side)).toEqual(merged);
      }),
    );
  });

  it('returns the same result when the sides are swapped', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        expect(merge(base, mine, theirs)).toEqual(merge(base, theirs, mine));
      }),
    );
  });

  it('either reports a conflict or keeps both edits around an unchanged sentence', () => {
    fc.assert(
      fc.property(text, text, text, (kept, before, after) => {
        const base = `one. ${kept} middle. two`;
        const merged = merge(
          base,
          `${before}X. ${kept} middle. two`,
          `one. ${kept} middle. ${after}Y`,
        );
        if (merged.kind === 'merged')
          expect(merged.text).toBe(`${before}X. ${kept} middle. ${after}Y`);
      }),
    );
  });
});
