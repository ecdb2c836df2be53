import { expect, test } from 'vitest';
import { findSame } from './source-string.ts';

test('strings are the same if their words, form and place are, for words of any content', () => {
  const form = { text: 'a', plural: { category: 'one', isOrdinal: false } } as const;
  const alike = { text: JSON.stringify(['a', 'one', false, undefined, undefined]) };
  const short = { text: 'a', maxLength: 5 };
  expect(findSame([form, alike, { text: 'a' }, short, form, { text: 'a' }])).toEqual([
    0, 1, 2, 3, 0, 2,
  ]);
});
