import { LIMITS } from '@parlance/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Replaced, replaceText } from './replace-text.ts';

const MAX_UNITS = 2 * LIMITS.valueLength;
/** Time limit for tests in which the limit must not be reached, even on a slow machine. */
const AMPLE_MS = 600_000;

const textOf = (replaced: Replaced): string =>
  typeof replaced === 'string' ? replaced : replaced.text;

describe('replaceText', () => {
  it('replaces literal text as String.replaceAll does', () => {
    const piece = fc.constantFrom('a', 'b', '$', '.', '😀');
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, piece, text, (subject, find, replaceWith) => {
        const replaced = replaceText(subject, { find, replaceWith, matchesCase: true }, AMPLE_MS);
        expect(replaced).toEqual({ text: subject.replaceAll(find, () => replaceWith) });
      }),
    );
  });

  it('fills in groups, the match and dollar signs, and keeps references to missing groups', () => {
    const replace = (find: string, replaceWith: string): string =>
      textOf(replaceText('ab', { find, replaceWith, isPattern: true }, AMPLE_MS));
    expect(replace('(a)(x)?', '$1$2|$&|$$|$3|$<no>|$')).toBe('a|a|$|$3|$<no>|$b');
    expect(replace('(?P<first>a)', '<$<first>>')).toBe('<a>b');
    expect(replace('b', '$0$11')).toBe('ab$11');
  });

  it('returns no text that is longer than the limit of a value, no matter how much a match adds', () => {
    const growing = fc.record({
      unit: fc.constantFrom('b', 'あ', '😀', 'b c'),
      matches: fc.integer({ min: 1, max: 30_000 }),
      find: fc.constantFrom('b', 'b+', '()', '(.)', '(b)|(.)', '.*'),
      template: fc.constantFrom('y', '$&', '$1', '$1$&', '$<none>'),
      repeats: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(growing, ({ unit, matches, find, template, repeats }) => {
        const text = unit.repeat(matches).slice(0, LIMITS.valueLength);
        const replaceWith = template.repeat(repeats).slice(0, LIMITS.descriptionLength);
        const replaced = replaceText(text, { find, replaceWith, isPattern: true }, 100);
        expect(textOf(replaced).length).toBeLessThanOrEqual(MAX_UNITS);
      }),
      { numRuns: 30 },
    );
  });

  it('reports a text that would be too long and a replacement that takes too much time', () => {
    const find = 'b';
    const replaceWith = 'y'.repeat(LIMITS.descriptionLength);
    expect(replaceText(find.repeat(90_000), { find, replaceWith }, AMPLE_MS)).toBe('too_long');
    expect(replaceText(find.repeat(90_000), { find, replaceWith }, 0)).toBe('too_slow');
    const emptyPieces = { find: '()', replaceWith: '$1'.repeat(5_000), isPattern: true };
    expect(replaceText(find.repeat(1_000), emptyPieces, AMPLE_MS)).toBe('too_slow');
  });
});
