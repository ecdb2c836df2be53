import { describe, expect, it } from 'vitest';
import { restrictSearch } from './restrict-search.ts';

describe('restrictSearch', () => {
  const read = restrictSearch(({ next }) => (typeof next === 'string' ? { next } : {}));

  it('leaves nothing of a raw search that the reader did not take', () => {
    const raw = { next: ['https://evil.example'], other: 1 };
    expect(JSON.stringify({ ...raw, ...read(raw) })).toBe('{}');
    expect({ ...raw, ...read({ next: '/a', other: 1 }) }).toEqual({ next: '/a' });
  });
});
