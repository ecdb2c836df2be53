import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINES, lineAt, lineOf, priorityOf, rangeOf, rangesAfter } from './lines.ts';

const anyLine = fc.nat({ max: LINES - 1 });

describe('the queues of organizations', () => {
  it('have priorities that identify each queue, fit into an integer and are not above 0', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: -5, max: 1_000 }), (line, rank) => {
        const priority = priorityOf(line, rank);
        expect(lineAt(priority)).toBe(line);
        expect(priority).toBeLessThanOrEqual(0);
        expect(priority).toBeGreaterThan(-(2 ** 31));
        const { lowest, highest } = rangeOf(line, line);
        expect(lowest <= priority && priority <= highest).toBe(true);
      }),
    );
  });

  it('occur once in the ranges after a queue, in order, unless they are full', () => {
    fc.assert(
      fc.property(
        anyLine,
        fc.uniqueArray(anyLine, { maxLength: 4 }),
        anyLine,
        (last, full, one) => {
          const ranges = rangesAfter(last, full);
          const holds = (line: number) =>
            ranges.filter(({ lowest, highest }) => {
              const priority = priorityOf(line, 0);
              return lowest <= priority && priority <= highest;
            }).length;
          for (const line of [one, last, ...full, (last + 1) % LINES]) {
            expect(holds(line)).toBe(full.includes(line) ? 0 : 1);
          }
          const distance = ({ highest }: { highest: number }) =>
            (lineAt(highest) - last - 1 + LINES) % LINES;
          const distances = ranges.map(distance);
          expect(distances).toEqual([...distances].sort((a, b) => a - b));
        },
      ),
    );
  });

  it('contain the tasks of an organization together, and the first queue contains tasks of the service', () => {
    const organizationId = '0199d3a1-0000-7000-8000-000000000001';
    expect(lineOf({ organizationId, jobId: 'a' })).toBe(lineOf({ organizationId, runId: 'b' }));
    expect(lineOf({ letter: 'digest', organizationId })).toBe(lineOf({ organizationId }));
    expect(lineOf({ letter: 'sign-up' })).not.toBe(lineOf({ letter: 'reset-password' }));
    expect(lineOf({})).toBe(0);
  });
});
