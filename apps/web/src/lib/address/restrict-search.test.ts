import { describe, expect, it } from 'vitest';
import { restrictSearch } from './restrict-search.ts';

describe('restrictSearch', () => {
  const read = restrictSearch(({ next }) => (typeof next === 'string' ? { next } : {}));

  it('removes all members of a raw search that the reader does not return', () => {
    const raw = { next: ['https://evil.example'], other: 1 };
    expect(JSON.stringify({ ...raw, ...read(raw) })).toBe('{}');
    expect({ ...raw, ...read({ next: '/a', other: 1 }) }).toEqual({ next: '/a' });
  });
});
