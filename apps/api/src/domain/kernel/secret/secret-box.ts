import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Length of a key for AES-256, in bytes. */
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 4;
const CIPHER = 'aes-256-gcm';

/** Returns a fingerprint that identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('fingerprint of the key for secrets').digest();

/** Returns the id of a key: the first bytes of its fingerprint. Every ciphertext starts with the id of its key. */
const idOf = (key: Buffer): Buffer => fingerprintOf(key).subarray(0, ID_BYTES);

/**
 * Encrypts a secret.
 * @param context - Names the row and the column of the secret. A ciphertext that is copied to another row or column
 * cannot be decrypted there.
 */
export function sealSecret(key: Buffer, secret: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([idOf(key), nonce, text, cipher.getAuthTag()]);
}

/** True if the key encrypted a secret. */
export const isSealedWith = (key: Buffer, sealed: Buffer): boolean =>
  idOf(key).equals(sealed.subarray(0, ID_BYTES));

/** Decrypts a secret with the key that encrypted it. Null if that key is not among `keys`. */
export function openSecret(
  keys: readonly Buffer[],
  sealed: Buffer,
  context: string,
): string | null {
  const key = keys.find((key) => isSealedWith(key, sealed));
  if (key === undefined) return null;
  const nonce = sealed.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(ID_BYTES + NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
