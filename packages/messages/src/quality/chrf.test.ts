import { expect, test } from 'vitest';
import { chrF } from './chrf.ts';

const of = (said: string, wanted: string, beta?: number) => chrF([{ said, wanted }], beta);

test('chrF2 is 100 for equal texts and 0 for texts without a common letter', () => {
  expect(
    of(
      'Niemand hat die Absicht, eine Mauer zu errichten',
      'Niemand hat die Absicht, eine Mauer zu errichten',
    ),
  ).toBe(100);
  expect(of('abcdefg', 'hijklmnop')).toBe(0);
  expect(of('', 'b')).toBe(0);
  expect(chrF([])).toBe(0);
});

test('chrF matches its definition for texts that are easy to count', () => {
  // One common letter, no common pair: (1/2 + 0) / 2 in both directions.
  expect(of('ab', 'ac')).toBeCloseTo(25, 10);
  // P = (2/2 + 1/1) / 2 = 1; R = (2/3 + 1/2) / 2 = 7/12. The hypothesis has no trigram.
  expect(of('ab', 'abc')).toBeCloseTo((100 * 5 * (7 / 12)) / (4 + 7 / 12), 10);
  // A repeated letter matches once: P = 1/2 and 0/1, R = 1/2 and 0/1.
  expect(of('aa', 'ab')).toBeCloseTo(25, 10);
});

test('chrF ignores white space, counts code points, and adds up the counts of all texts', () => {
  expect(of('a b\tc', 'abc')).toBe(100);
  expect(of('😀😃', '😀😄')).toBeCloseTo(25, 10);
  // Two of four letters match, and one of two pairs.
  expect(
    chrF([
      { said: 'ab', wanted: 'ab' },
      { said: 'cd', wanted: 'ef' },
    ]),
  ).toBeCloseTo(50, 10);
});

test("chrF3 matches the values of sacreBLEU's own tests", () => {
  expect(
    of(
      'Die    Beziehung zwischen Obama und Netanjahu ist nicht gerade   freundlich. ',
      'Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.',
      3,
    ),
  ).toBeCloseTo(64.1302698, 5);
  expect(
    of(
      'risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .',
      'risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists .',
      3,
    ),
  ).toBeCloseTo(63.36173, 4);
});
