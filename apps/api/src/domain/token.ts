import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Returns the stored form of a secret: its SHA-256. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns 256 random bits in URL-safe characters, for sessions, mailed tokens and invitations. */
export const mintToken = (): string => randomBytes(32).toString('base64url');

const API_KEY_PREFIX = 'plk_';
const API_KEY_PATTERN = /^plk_[0-9a-f]{64}[0-9a-f]{8}$/;
const SHOWN_LENGTH = API_KEY_PREFIX.length + 8;

const checksum = (body: string): string => crc32(body).toString(16).padStart(8, '0');

/**
 * Returns an API key: a fixed prefix, 256 random bits, and a CRC-32 of both, in hexadecimal. The prefix and the
 * checksum let secret scanners distinguish a real key from a similar text.
 */
export function mintApiKey(): { token: string; prefix: string } {
  const body = API_KEY_PREFIX + randomBytes(32).toString('hex');
  return { token: body + checksum(body), prefix: body.slice(0, SHOWN_LENGTH) };
}

/** True if a text has the form and the checksum of an API key. Does not check its owner. */
export function isApiKeyShaped(token: string): boolean {
  return API_KEY_PATTERN.test(token) && token.slice(-8) === checksum(token.slice(0, -8));
}
