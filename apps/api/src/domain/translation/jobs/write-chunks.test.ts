import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import type { JobString } from '../strings.ts';
import { ChunkBuilder } from './write-chunks.ts';

const chunksOf = (strings: readonly JobString[]): JobString[][] => {
  const builder = new ChunkBuilder();
  const chunks = strings.map((string) => builder.add(string));
  return [...chunks, builder.end()].filter((chunk) => chunk !== null);
};

describe('the chunks of a job', () => {
  test('keep every string in order, with fifty strings in the first chunk and two hundred in each later chunk', () => {
    const strings = Array.from({ length: 450 }, (_, index) => ({
      id: `${index}`,
      text: `text ${index}`,
    }));
    const chunks = chunksOf(strings);
    expect(chunks.map((chunk) => chunk.length)).toEqual([50, 200, 200]);
    expect(chunks.flat()).toEqual(strings);
  });

  test('separate a long text from the other texts', () => {
    const long = { id: 'b', text: 'x'.repeat(90_000) };
    const chunks = chunksOf([{ id: 'a', text: 'a' }, long, { id: 'c', text: 'c' }]);
    expect(chunks.map((chunk) => chunk.map(({ id }) => id))).toEqual([['a'], ['b'], ['c']]);
  });

  test('mark a repeated text in any form as a repeat, and refer equal strings to the first string', () => {
    const string = fc.record({
      id: fc.string(),
      text: fc.constantFrom('a', 'b', 'c'.repeat(20_000)),
      category: fc.constantFrom('one', 'other', undefined),
    });
    fc.assert(
      fc.property(fc.array(string, { maxLength: 400 }), (strings) => {
        const chunks = chunksOf(strings as JobString[]);
        const seen = new Set<string>();
        chunks.forEach((chunk, number) => {
          for (const { text, category, isRepeat, sameAs } of chunk) {
            expect(isRepeat ?? false).toBe(seen.has(text));
            seen.add(text);
            if (!sameAs) continue;
            expect(sameAs[0]).toBeLessThan(number);
            expect(chunks[sameAs[0]]![sameAs[1]]).toMatchObject({ text, category });
            expect(chunks[sameAs[0]]![sameAs[1]]!.sameAs).toBeUndefined();
          }
        });
      }),
      { numRuns: testRuns(50) },
    );
  });
});
