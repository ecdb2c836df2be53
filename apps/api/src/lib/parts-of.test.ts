import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { partsOf } from './parts-of.ts';

test('partsOf divides texts in their order into parts within both limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30 })),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 40 }),
      (texts, maxItems, maxLength) => {
        const parts = [...partsOf(texts, { maxItems, maxLength }, (text) => text.length)];
        expect(parts.flat()).toEqual(texts);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(maxItems);
          const length = part.reduce((sum, text) => sum + text.length, 0);
          expect(length <= maxLength || part.length === 1).toBe(true);
        }
      },
    ),
    { numRuns: testRuns(100) },
  );
});
