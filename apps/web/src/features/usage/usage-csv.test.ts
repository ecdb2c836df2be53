import { describe, expect, it } from 'vitest';
import { daysOf } from './usage.queries.ts';
import { usageCsv } from './usage-csv.ts';

describe('usage as CSV', () => {
  it('quotes names and keeps them from being formulas', () => {
    const counts = { units: 10, billedUnits: 4, memoryHits: 1 };
    expect(
      usageCsv('project', [
        { name: 'Shop, "new"', ...counts },
        { name: '=1+1', ...counts },
      ]),
    ).toBe('project,units,billed_units,memory_hits\r\n"Shop, ""new""",10,4,1\r\n\'=1+1,10,4,1\r\n');
  });
});

describe('the days of a period', () => {
  it('end today in UTC', () => {
    expect(daysOf('7', Date.parse('2026-03-02T23:59:00Z'))).toEqual([
      ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28'],
      ...['2026-03-01', '2026-03-02'],
    ]);
  });
});
