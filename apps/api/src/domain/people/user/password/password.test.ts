import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

const password = 'correct horse battery';

/**
 * Returns the median processor time of `work`, including threads, because hashing runs in a thread.
 */
async function medianCpuOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    const before = process.cpuUsage();
    await work();
    times.push(process.cpuUsage(before).user);
  }
  return times.sort((a, b) => a - b)[3]!;
}

describe('a password', () => {
  it('matches only its own hash, and never gets the same hash twice', async () => {
    const [hash, other] = [await hashPassword(password), await hashPassword(password)];
    expect(hash).not.toBe(other);
    expect(await verifyPassword(hash, password)).toBe(true);
    expect(await verifyPassword(hash, `${password} `)).toBe(false);
    expect(await verifyPassword(hash, '')).toBe(false);
  });

  it('has a hash of argon2id with 19 MiB and two passes', async () => {
    expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('never matches for an unknown address, and this check takes work comparable to the check of a wrong password', async () => {
    const hash = await hashPassword(password);
    expect(await verifyPassword(null, password)).toBe(false);
    const real = await medianCpuOf(() => verifyPassword(hash, 'a wrong one'));
    const decoy = await medianCpuOf(() => verifyPassword(null, 'a wrong one'));
    expect(decoy).toBeGreaterThan(real / 4);
  });

  it('gets its own result even if many other passwords are being checked', async () => {
    const hash = await hashPassword(password);
    const checks = Array.from({ length: 12 }, (_, index) =>
      verifyPassword(hash, index % 2 === 0 ? password : 'a wrong one'),
    );
    expect(await Promise.all(checks)).toEqual(checks.map((_, index) => index % 2 === 0));
  });
});
