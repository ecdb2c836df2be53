import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../../../../lib/semaphore.ts';

/** Parameters that OWASP recommends for argon2id: 19 MiB of memory, two passes, parallelism 1. */
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Maximum number of passwords that are hashed at the same time. Each hash occupies one of the few
 * threads of Node's pool, which file access and compression also need.
 */
const MAX_PARALLEL = 2;
const hashing = new Semaphore(MAX_PARALLEL);

/** Returns an argon2id hash in PHC string form, without blocking the event loop. */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, OPTIONS));

/**
 * A hash that no password matches. If no account exists, the given password is compared with this
 * hash, so that the response takes the same time.
 */
const DECOY = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$${randomText(16)}$${randomText(32)}`;

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}

/**
 * True if the password matches the hash. For a null hash, takes the same time and returns false.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const fits = await hashing.run(() => verify(passwordHash ?? DECOY, password));
  return fits && passwordHash !== null;
}
