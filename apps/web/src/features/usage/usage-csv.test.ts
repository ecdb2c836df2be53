import { describe, expect, it } from 'vitest';
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
