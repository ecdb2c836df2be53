import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Returns the SHA-256 of a secret token. Only the hash is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns a random token of 256 bits in URL-safe characters. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

const API_KEY_PREFIX = 'plk_';
const API_KEY_PATTERN = /^plk_[0-9a-f]{64}[0-9a-f]{8}$/;
const SHOWN_LENGTH = API_KEY_PREFIX.length + 8;

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/**
 * Returns a new API key: a fixed prefix, 256 random bits and a CRC-32 of both, in hexadecimal.
 * Secret scanners recognize the prefix and the checksum.
 */
export function mintApiKey(): { token: string; prefix: string } {
  const body = API_KEY_PREFIX + randomBytes(32).toString('hex');
  return { token: body + checksum(body), prefix: body.slice(0, SHOWN_LENGTH) };
}

/** True if a text has the format and checksum of an API key. The key need not exist. */
export function isApiKeyShaped(token: string): boolean {
  return API_KEY_PATTERN.test(token) && token.slice(-8) === checksum(token.slice(0, -8));
}
