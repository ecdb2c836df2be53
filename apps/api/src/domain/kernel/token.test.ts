import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { hashToken, isApiKeyShaped, mintApiKey, mintToken } from './token.ts';

it('a token of a session or a mail has 256 random bits, and its hash is a SHA-256', () => {
  const tokens = Array.from({ length: 100 }, mintToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const [token] = tokens;
  expect(hashToken(token!)).toEqual(createHash('sha256').update(token!).digest());
});

it('an API key has 256 random bits, a prefix, and a checksum for secret scanners', () => {
  const keys = Array.from({ length: 100 }, () => mintApiKey().token);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) {
    const [, bits, sum] = /^plk_([0-9a-f]{64})([0-9a-f]{8})$/.exec(key)!;
    expect(Number.parseInt(sum!, 16)).toBe(crc32(`plk_${bits}`));
    expect(isApiKeyShaped(key)).toBe(true);
    const other = key.at(-1) === '0' ? '1' : '0';
    expect(isApiKeyShaped(key.slice(0, -1) + other)).toBe(false);
  }
});
