import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { LIMITS } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import type { Refusal } from '../../../test/app/refusal.ts';
import { BodyMemory } from './body-space.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const PROJECT = { name: 'Compressed', sourceLocale: 'en' };

/** Sends a complete body in chunks without Content-Length, even if a response arrives early. */
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
  ])('arrives decompressed if its encoding is %s', async (encoding, compress) => {
    const answer = await send([compress(JSON.stringify(PROJECT))], {
      'content-encoding': encoding,
    });
    expect(answer).toMatchObject({ status: 201, body: { data: PROJECT } });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('receives 413 if its decompressed size exceeds the limit (%s)', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(4 * LIMITS.bodyBytes, ' '));
    expect(bomb.length).toBeLessThan(LIMITS.bodyBytes);
    expect(await send([bomb], { 'content-encoding': encoding })).toMatchObject(tooLarge);
  });

  it('receives 400 if the declared encoding is wrong, and 415 if the encoding is unknown', async () => {
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

describe('a compressed body that decompresses to far more than its size', () => {
  const importAddress = async (): Promise<string> => {
    const { id } = await createProject(tenant.client);
    return `${app.url}/v1/i18n/projects/${id}/import?locale=en&dryRun=true`;
  };
  const sendTo = async (address: string, encoding: string, body: Buffer) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `ApiKey ${tenant.apiKey.token}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body: new Uint8Array(body),
    });
    return { status: response.status, body: await response.json() };
  };

  it('receives 413 if gzip could not have produced its ratio', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(100 * LIMITS.bodyBytes, ' '));
    expect(bomb.length).toBeLessThan(1024);
    expect(await sendTo(await importAddress(), 'br', bomb)).toMatchObject(tooLarge);
  });

  it('succeeds if gzip could have produced its ratio, or if it is small', async () => {
    const padding = ' '.repeat(20 * LIMITS.bodyBytes);
    const spaces = `{"key":"text","spaces":"x"${padding}}`;
    const read = { status: 200, body: { data: { keys: { total: 2 } } } };
    const address = await importAddress();
    expect(await sendTo(address, 'gzip', gzipSync(spaces, { level: 9 }))).toMatchObject(read);
    const small = brotliCompressSync(
      spaces.slice(-LIMITS.bodyBytes).replace(/^ */, '{"a":"b","c":"d"'),
    );
    expect(await sendTo(address, 'br', small)).toMatchObject(read);
  });
});

describe('a JSON body', () => {
  const create = (body: string | Buffer) =>
    send([Buffer.from(body)]) as Promise<{ status: number; body: Refusal }>;

  it('receives 400 with the line and the column of a syntax error', async () => {
    const { status, body } = await create('{"name":"A",\n "sourceLocale":en}');
    expect([status, body.code]).toEqual([400, 'malformed_request']);
    expect(body.errors).toMatchObject([{ path: '/sourceLocale', line: 2, column: 17 }]);
  });

  it.each([
    ['a member twice', '{"name":"A","name":"B","sourceLocale":"en"}', ''],
    ['U+0000', '{"name":"A","sourceLocale":"\\u0000"}', '/sourceLocale'],
    ['an unpaired surrogate', '{"name":"\\ud800","sourceLocale":"en"}', '/name'],
    ['a text that no field takes', JSON.stringify({ name: 'x'.repeat(100_001) }), '/name'],
  ])('receives 422 with the path of the fault for %s', async (_, text, path) => {
    const { status, body } = await create(text);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors).toMatchObject([{ path }]);
  });

  it('receives 400 if it is not UTF-8', async () => {
    const bytes = Buffer.from('{"name":"é","sourceLocale":"en"}', 'latin1');
    expect(await create(bytes)).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
  });

  it('receives all of its faults up to 64 KiB, and only the first fault if it is larger', async () => {
    const faulty = (length: number) => ({ name: 1, locale: 'en', filler: 'x'.repeat(length) });
    const paths = async (length: number) =>
      (await create(JSON.stringify(faulty(length)))).body.errors.map(({ path }) => path).sort();
    expect(await paths(60_000)).toEqual(['/filler', '/locale', '/name', '/sourceLocale']);
    expect(await paths(70_000)).toEqual(['/locale']);
  });

  it('receives up to a hundred faults, or only the first fault if there are more', async () => {
    const unknown = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1])),
      );
    const { body } = await create(unknown(100));
    expect(body.errors).toHaveLength(100);
    expect((await create(unknown(1_000))).body.errors).toMatchObject([{ path: '/x0' }]);
  });
});

describe('JSON bodies that would fill the memory of the process', () => {
  it('receive 503, while small bodies succeed', async () => {
    const small = await startTestApp({ works: false, bodySpace: new BodyMemory(1000) });
    const owner = await createTenant(small);
    const create = (name: string) =>
      owner.client.i18n.projects.create({ name, sourceLocale: 'en' });
    const note = 'x'.repeat(1000);
    const refused = { status: 503, code: 'service_unavailable' };
    for (let round = 0; round < 3; round++) {
      await expect(create(note)).rejects.toMatchObject(refused);
      await expect(create('Small')).resolves.toMatchObject({ data: { name: 'Small' } });
    }
    await small.close();
  });

  it('include the base file of an export', async () => {
    const small = await startTestApp({ works: false, bodySpace: new BodyMemory(1000) });
    const owner = await createTenant(small);
    const { id: projectId } = await createProject(owner.client);
    const into = (base: string) =>
      owner.client.i18n.projects.export(
        { projectId, locale: 'en', body: base, contentType: 'application/json' },
        { raw: true },
      );
    await expect(into(`{"a":"${'x'.repeat(1000)}"}`)).rejects.toMatchObject({ status: 503 });
    expect(await (await into('{"a":"x"}')).text()).toBe('{"a":"x"}');
    await small.close();
  });
});

describe('a body without a Content-Length', () => {
  it('succeeds', async () => {
    const text = Buffer.from(JSON.stringify(PROJECT));
    expect(await send([text.subarray(0, 5), text.subarray(5)])).toMatchObject({ status: 201 });
  });

  it('receives a readable 413 response when it exceeds the limit', async () => {
    const chunks = Array.from({ length: 64 }, () => Buffer.alloc(LIMITS.bodyBytes / 16, ' '));
    for (let round = 0; round < 5; round++) expect(await send(chunks)).toMatchObject(tooLarge);
  });
});
