import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { fingerprintOf, openSecret, sealSecret } from './secret-box.ts';
import { claimFingerprint, findFingerprint } from './secret-key.store.ts';

/** Keys of the process. */
export interface SecretKeys {
  /** Null if the process has no key and could not create one. */
  readonly current: Buffer | null;
  /** The key before a rotation, which can still encrypt secrets in the database. */
  readonly previous: Buffer | null;
}

const EXPLANATION =
  'This process does not have the key that encrypts the secrets in the database. Set SECRET_KEY of all processes to the same key.';

/** Encrypts and decrypts secrets that the service must use, such as those that sign webhooks. */
export class Secrets {
  readonly #keys: readonly Buffer[];

  constructor({ current, previous }: SecretKeys) {
    this.#keys = [current, previous].filter((key) => key !== null);
  }

  /** True if the process can use the secrets in the database, or the database has none. */
  async fits(db: Db): Promise<boolean> {
    const fingerprint = await findFingerprint(db);
    return fingerprint === null || this.#keyOf(fingerprint) !== null;
  }

  /**
   * Encrypts a secret with the key of the database, which is the previous key until the secrets are
   * rotated.
   *
   * @param context - Names the row and the column of the secret
   * @throws `service_unavailable` if the process does not have this key
   */
  async seal(tx: Db, secret: string, context: string): Promise<Buffer> {
    const [own] = this.#keys;
    const key = own && this.#keyOf(await claimFingerprint(tx, fingerprintOf(own)));
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
