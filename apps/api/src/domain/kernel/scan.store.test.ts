import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { type Scan, scanPage } from './scan.store.ts';

const idAt = (index: number): string =>
  `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`;

function tableOf(length: number, passes: (index: number) => boolean): Scan<string> {
  const ids = Array.from({ length }, (_, index) => idAt(index + 1));
  return {
    findEnd: async (after, rows) => ids.filter((id) => id > after)[rows - 1] ?? null,
    read: async (after, end, limit) =>
      ids
        .filter((id, index) => id > after && (end === null || id <= end) && passes(index))
        .slice(0, limit),
    idOf: (id) => id,
  };
}

const never = new AbortController().signal;

describe('scanPage', () => {
  it('returns each row once and in order, for any filter, page size and budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 7000 }),
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom(1, 1000, 6000, 1_000_000),
        async (length, every, limit, budget) => {
          const scan = tableOf(length, (index) => index % every === 0);
          const rows: string[] = [];
          let after: string | null = null;
          do {
            const page: Awaited<ReturnType<typeof scanPage<string>>> = await scanPage(scan, {
              after,
              limit,
              budget,
              signal: never,
            });
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            rows.push(...page.rows);
            after = page.next;
          } while (after !== null);
          expect(rows).toEqual(await scan.read(idAt(0), null, length));
        },
      ),
      { numRuns: testRuns(40) },
    );
  });

  it('ends a page after its maximum number of rows, with a cursor for the next page', async () => {
    const scan = tableOf(6000, (index) => index === 5999);
    const first = await scanPage(scan, { after: null, limit: 10, budget: 2000, signal: never });
    expect(first.rows).toEqual([]);
    expect(first.next).toBe(idAt(5000));
    const all = await scanPage(scan, { after: null, limit: 10, budget: 9000, signal: never });
    expect(all).toMatchObject({ rows: [idAt(6000)], next: null });
  });

  it('ends a page after its maximum time, but not before the first slice', async () => {
    const scan = tableOf(6000, (index) => index === 5999);
    const page = await scanPage(scan, { after: null, limit: 10, maxMs: 0, signal: never });
    expect(page).toMatchObject({ rows: [], next: idAt(1000) });
  });

  it('stops when the client disconnects', async () => {
    const scan = tableOf(5000, () => false);
    const page = await scanPage(scan, { after: null, limit: 10, signal: AbortSignal.abort() });
    expect(page).toMatchObject({ rows: [], next: idAt(1000) });
  });
});
