import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { LIMITS } from '@parlance/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createTenant, type Tenant } from '../../test/build.ts';

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const PROJECT = { name: 'Compressed', sourceLocale: 'en' };

/** Sends a body in chunks, without saying how long it is; the whole of it, whatever is answered. */
async function send(chunks: readonly Uint8Array[], headers: Record<string, string> = {}) {
  const sent = httpRequest(`${app.url}/v1/i18n/projects`, {
    method: 'POST',
    headers: {
      authorization: `ApiKey ${tenant.apiKey.token}`,
      'content-type': 'application/json',
      ...headers,
    },
  });
  const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      json(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
  for (const chunk of chunks) {
    const drained = sent.write(chunk) || new Promise((resolve) => sent.once('drain', resolve));
    await Promise.race([drained, answered]);
  }
  sent.end();
  return answered;
}

const tooLarge = { status: 413, body: { code: 'payload_too_large' } };

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in %s is read as what it stands for', async (encoding, compress) => {
    const answer = await send([compress(JSON.stringify(PROJECT))], {
      'content-encoding': encoding,
    });
    expect(answer).toMatchObject({ status: 201, body: { data: PROJECT } });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('in %s is held to the limit of what comes out of it', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50 * LIMITS.bodyBytes, ' '));
    expect(bomb.length).toBeLessThan(LIMITS.bodyBytes);
    expect(await send([bomb], { 'content-encoding': encoding })).toMatchObject(tooLarge);
  });

  it('that is none is malformed, and one of an unknown kind refused', async () => {
    const plain = [Buffer.from(JSON.stringify(PROJECT))];
    expect(await send(plain, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
    expect(await send(plain, { 'content-encoding': 'zstd' })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type' },
    });
  });
});

describe('a body that does not say how long it is', () => {
  it('is read', async () => {
    const text = Buffer.from(JSON.stringify(PROJECT));
    expect(await send([text.subarray(0, 5), text.subarray(5)])).toMatchObject({ status: 201 });
  });

  it('is refused where it turns out too large, in words that the client can read', async () => {
    const chunks = Array.from({ length: 64 }, () => Buffer.alloc(LIMITS.bodyBytes / 16, ' '));
    for (let round = 0; round < 5; round++) expect(await send(chunks)).toMatchObject(tooLarge);
  });
});
