import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('a CSV file of the app', () => {
  it('quotes cells if necessary, and escapes texts that a spreadsheet would interpret as formulas', () => {
    expect(
      csvOf([
        ['name', 'credits'],
        ['Shop, "new"', -10],
        ['=1+1', 4],
      ]),
    ).toBe('name,credits\r\n"Shop, ""new""",-10\r\n\'=1+1,4\r\n');
  });
});
