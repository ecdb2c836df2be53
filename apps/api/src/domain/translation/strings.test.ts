import { expect, test } from 'vitest';
import { findSame, type JobString } from './strings.ts';

test('strings are equal if their texts, forms and contexts are equal, for texts of any content', () => {
  const strings: Omit<JobString, 'id'>[] = [
    { text: 'a', category: 'one' },
    { text: JSON.stringify(['a', 'one', false, undefined, undefined]) },
    { text: 'a' },
    { text: 'a', maxLength: 5 },
    { text: 'a', category: 'one' },
    { text: 'a' },
  ];
  const same = findSame(strings.map((string, index) => ({ id: String(index), ...string })));
  expect(same).toEqual([0, 1, 2, 3, 0, 2]);
});
