import { expect, it } from 'vitest';
import { linesAround } from './lines-around.ts';

it('linesAround returns the lines before and after a fault, and marks its column', () => {
  expect(linesAround('a\nb\r\nc\nd\ne\nf', 3, 1)).toEqual([
    { number: 1, text: 'a', mark: null },
    { number: 2, text: 'b', mark: null },
    { number: 3, text: 'c', mark: 0 },
    { number: 4, text: 'd', mark: null },
    { number: 5, text: 'e', mark: null },
  ]);
  expect(linesAround('a\nb', 2).map(({ number }) => number)).toEqual([1, 2]);
});

it('linesAround cuts a long line to the part with the fault', () => {
  const [line] = linesAround(`${'x'.repeat(5000)}!${'y'.repeat(5000)}`, 1, 5001);
  expect(line!.text).toHaveLength(160);
  expect(line!.text[line!.mark!]).toBe('!');
});
