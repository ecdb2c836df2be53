import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../../../lib/semaphore.ts';

/** argon2id (the library's default algorithm) as OWASP recommends: 19 MiB, two passes, parallelism 1. */
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Maximum number of hashes at once. Each occupies a core, so more would starve all other work of threads. */
const MAX_PARALLEL = 2;
const hashing = new Semaphore(MAX_PARALLEL);

/** Returns an argon2id hash in PHC string form, without blocking the event loop. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, OPTIONS));

/** A hash with the same parameters that belongs to no password, used to spend as much time as on a real one. */
const DECOY = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$${randomText(16)}$${randomText(32)}`;

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/** True if the password matches. Without a hash (nobody has the address) it takes as long and returns false. */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const fits = await hashing.run(() => verify(passwordHash ?? DECOY, password));
  return fits && passwordHash !== null;
}
