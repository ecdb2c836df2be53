import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { mergeText, sourceOf, splitText, type TextToken } from './token.ts';
import { tokenize } from './tokenize.ts';

it('splitting a text loses nothing, never splits an escape, and can be undone by merging', () => {
  const piece = fc.constantFrom('a', ' ', '&amp;', '&nbsp;', '&#x1F600;', '\n', '你', '😀');
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 20 }),
      fc.array(fc.nat(30)),
      (pieces, at) => {
        const [token] = tokenize(pieces.join(''), 'plain').filter(
          (t) => t.type === 'text',
        ) as TextToken[];
        if (!token) return;
        const parts = splitText(
          token,
          [...new Set(at)].sort((a, b) => a - b),
        );
        expect(sourceOf(parts)).toBe(token.source);
        for (const part of parts) {
          if (part.source === '') throw new Error('an empty part');
          expect(
            tokenize(part.source, 'plain').map((t) => (t.type === 'text' ? t.text : '')),
          ).toEqual(part.text.includes('😀') ? expect.anything() : [part.text]);
        }
        expect(mergeText(parts)).toEqual([token]);
      },
    ),
    { numRuns: testRuns(100) },
  );
});
