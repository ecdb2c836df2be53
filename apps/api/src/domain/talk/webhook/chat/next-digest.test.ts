import { expect, it } from 'vitest';
import { nextDigest } from './next-digest.ts';

it.each([
  ['09:30', '2026-01-31T09:29:59Z', '2026-01-31T09:30:00.000Z'],
  ['09:30', '2026-01-31T09:30:00Z', '2026-02-01T09:30:00.000Z'],
  ['00:00', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00.000Z'],
])('nextDigest of %s after %s is %s', (digestAt, now, next) => {
  expect(nextDigest(digestAt, new Date(now)).toISOString()).toBe(next);
});
