import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { fingerprintOf, openSecret, sealSecret } from './secret-box.ts';
import { claimFingerprint, findFingerprint } from './secret-key.store.ts';

/** Encryption keys of the process. */
export interface SecretKeys {
  /** The current key. Null if the process has no key and could not create one. */
  readonly current: Buffer | null;
  /** The key before a rotation. Secrets in the database may still be encrypted with this key. */
  readonly previous: Buffer | null;
}

const EXPLANATION =
  'This process does not have the key that encrypts the secrets in the database. Set SECRET_KEY of all processes to the same key.';

/** Encrypts and decrypts secrets that the service needs in plain text, such as the secrets that sign webhooks. */
export class Secrets {
  readonly #keys: readonly Buffer[];

  constructor({ current, previous }: SecretKeys) {
    this.#keys = [current, previous].filter((key) => key !== null);
  }

  /** True if the process has the key for the secrets in the database, or if the database has no secrets. */
  async fits(db: Db): Promise<boolean> {
    const fingerprint = await findFingerprint(db);
    return fingerprint === null || this.#keyOf(fingerprint) !== null;
  }

  /**
   * Encrypts a secret with the key that encrypts the other secrets in the database. Until the
   * secrets are rotated, this is the previous key.
   *
   * @param context - Names the row and the column of the secret
   * @throws `service_unavailable` if the process does not have this key
   */
  async seal(tx: Db, secret: string, context: string): Promise<Buffer> {
    const [firstKey] = this.#keys;
    const key = firstKey && this.#keyOf(await claimFingerprint(tx, fingerprintOf(firstKey)));
    return key ? sealSecret(key, secret, context) : fail('service_unavailable', EXPLANATION);
  }

  /** @throws `service_unavailable` if the process does not have the key that encrypted the secret */
  open(sealed: Buffer, context: string): string {
    return openSecret(this.#keys, sealed, context) ?? fail('service_unavailable', EXPLANATION);
  }

  #keyOf(fingerprint: Buffer): Buffer | null {
    return this.#keys.find((key) => fingerprintOf(key).equals(fingerprint)) ?? null;
  }
}
