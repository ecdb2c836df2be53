import { expect, test } from 'vitest';
import { chrF } from './chrf.ts';

const of = (said: string, wanted: string, beta?: number) => chrF([{ said, wanted }], beta);

test('chrF2 is 100 for equal texts and 0 if nothing is common', () => {
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

test('chrF is what the definition makes of texts that can be counted by hand', () => {
  // One of two letters, none of one pair: (1/2 + 0) / 2 both ways.
  expect(of('ab', 'ac')).toBeCloseTo(25, 10);
  // P = (2/2 + 1/1) / 2 = 1; R = (2/3 + 1/2) / 2 = 7/12; the third order is not said at all.
  expect(of('ab', 'abc')).toBeCloseTo((100 * 5 * (7 / 12)) / (4 + 7 / 12), 10);
  // A letter that is said twice is found once: P = 1/2 and 0/1, R = 1/2 and 0/1.
  expect(of('aa', 'ab')).toBeCloseTo(25, 10);
});

test('white space does not count, letters beyond 16 bits count once, texts count together', () => {
  expect(of('a b\tc', 'abc')).toBe(100);
  expect(of('😀😃', '😀😄')).toBeCloseTo(25, 10);
  // Of four letters two, of two pairs one.
  expect(
    chrF([
      { said: 'ab', wanted: 'ab' },
      { said: 'cd', wanted: 'ef' },
    ]),
  ).toBeCloseTo(50, 10);
});

test("chrF3 gives the values of sacreBLEU's own tests", () => {
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
