import { describe, expect, it } from 'vitest';
import { newId } from './uuid.ts';

describe('newId', () => {
  it('returns a UUIDv7 with the current time', () => {
    const before = Date.now();
    const id = newId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it('returns strictly increasing ids, even within one millisecond', () => {
    let last = newId();
    const wrong: string[] = [];
    for (let made = 0; made < 50_000; made++) {
      const id = newId();
      if (id <= last) wrong.push(`${id} after ${last}`);
      last = id;
    }
    expect(wrong).toEqual([]);
  });

  it('returns 62 random bits: each random digit takes every value', () => {
    const seen = Array.from({ length: 17 }, () => new Set<string>());
    for (let made = 0; made < 5000; made++) {
      const digits = newId().slice(19).replace('-', '');
      for (const [at, digit] of [...digits].entries()) seen[at]?.add(digit);
    }
    expect([...seen[0]!].sort()).toEqual(['8', '9', 'a', 'b']);
    for (const digits of seen.slice(1, 16)) expect(digits.size).toBe(16);
  });
});
