import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../scripts/tests/test-runs.ts';
import { parseTime } from './parse-time.ts';

describe('parseTime', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T12:30Z', '2026-01-31T12:30:00.000Z'],
    ['2026-01-31T12:30:15.5Z', '2026-01-31T12:30:15.500Z'],
    ['2026-01-31T12:30:15.123456789Z', '2026-01-31T12:30:15.123Z'],
    ['2026-01-31t00:30:00+02:00', '2026-01-30T22:30:00.000Z'],
    ['2026-12-31T23:30:00-05:30', '2027-01-01T05:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
  ])('parses %s as %s', (input, expected) => {
    expect(parseTime(input)?.toISOString()).toBe(expected);
  });

  it.each([
    '2026-02-31',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-31T24:00Z',
    '2026-01-31T12:60Z',
    '2026-01-31T12:30',
    '2026-01-31T12:30+25:00',
    '2026-1-1',
    ' 2026-01-01',
    'yesterday',
    '',
  ])('rejects %j, which is not a valid time', (input) => {
    expect(parseTime(input)).toBeNull();
  });

  it('parses every time in the format that the service writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(parseTime(date.toISOString())).toEqual(date);
        },
      ),
      { numRuns: testRuns(200) },
    );
  });
});
