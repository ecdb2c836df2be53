import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../../test/servers/s3-server.ts';
import { readConfig } from '../../config/config.ts';
import { reportUnusableStore } from '../../open-bundles.ts';
import { FileStore } from './file-store.ts';
import { openBundleStore } from './open-bundle-store.ts';
import { tryBundleStore } from './try-bundle-store.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const object = (content: string) => ({
  bytes: Buffer.from(content),
  contentType: 'text/plain',
  cacheControl: 'no-store',
});

function open(env: Record<string, string>) {
  const config = readConfig(env).bundleStore!;
  return openBundleStore(config, undefined, { attempts: 5, firstWaitMs: 1 }).patient;
}

async function startBucket() {
  const server = await startS3Server();
  closers.push(server.close);
  return { server, store: open(server.env) };
}

/**
 * Starts a proxy in front of a bucket. Like nginx with `gzip on`, the proxy weakens the ETag of each response that the
 * client accepts in compressed form.
 */
async function startProxy(bucket: S3Server) {
  const proxied = { isAlwaysWeak: false };
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request;
    const isWeak = proxied.isAlwaysWeak || /gzip|\*/.test(headers['accept-encoding'] ?? '');
    const inner = forward(bucket.url + url, { method: method!, headers }, (answer) => {
      const { etag } = answer.headers;
      response.writeHead(answer.statusCode!, {
        ...answer.headers,
        ...(etag && isWeak && { etag: `W/${etag}` }),
      });
      answer.pipe(response);
    });
    request.pipe(inner);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closers.push(async () => proxy.close());
  return { proxied, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

describe('a bucket', () => {
  it.each([
    [400, 'RequestTimeout'],
    [409, 'OperationAborted'],
    [400, 'SlowDown'],
    [403, 'RequestLimitExceeded'],
    [503, undefined],
  ])('gets the request again if it answers a write with %s %s', async (status, code) => {
    const { server, store } = await startBucket();
    server.fail(/^PUT/, { kind: 'status', status, ...(code && { code }) });
    expect(await store.write('a', object('text'))).toBe(true);
    expect(server.requests).toEqual(['PUT a', 'PUT a']);
  });

  it.each([
    [403, 'RequestTimeTooSkewed', /clock/],
    [403, 'InvalidAccessKeyId', /BUNDLE_STORE_KEY_ID/],
    [400, 'AuthorizationHeaderMalformed', /BUNDLE_STORE_REGION/],
  ])(
    'gets only one request if it answers with %s %s, and the error names the remedy',
    async (status, code, remedy) => {
      const { server, store } = await startBucket();
      server.fail(/^PUT/, { kind: 'status', status, code });
      await expect(store.write('a', object('text'))).rejects.toMatchObject({
        isRepeatable: false,
        reason: `${status} ${code}`,
        message: expect.stringMatching(remedy),
      });
      expect(server.requests).toEqual(['PUT a']);
    },
  );

  it('gets a second request for the reason if it refuses a HEAD request', async () => {
    const { server, store } = await startBucket();
    server.fail(/^(HEAD|GET)/, { kind: 'status', status: 403, code: 'RequestTimeTooSkewed' }, 2);
    await expect(store.sizeOf('a')).rejects.toMatchObject({ reason: '403 RequestTimeTooSkewed' });
  });

  it('gets the write without a condition if it answers a conditional write with 400', async () => {
    const { server, store } = await startBucket();
    server.fail(/^PUT/, { kind: 'status', status: 400, code: 'InvalidArgument' });
    expect(await store.write('a', object('text'), 'absent')).toBe(true);
    expect(server.text('a')).toBe('text');
  });

  it('remains usable behind a proxy that compresses responses, unless the proxy changes ETags', async () => {
    const { server } = await startBucket();
    const { proxied, url } = await startProxy(server);
    const config = readConfig({ ...server.env, BUNDLE_STORE_ENDPOINT: url }).bundleStore!;
    if (config.kind !== 's3') throw new Error('a bucket is needed');
    // The client signs the address of the proxy, and the proxy forwards the signature and this address.
    const { patient: store } = openBundleStore(config, undefined, { attempts: 1 });
    await tryBundleStore(store);
    expect([...server.objects.keys()]).toEqual([]);
    proxied.isAlwaysWeak = true;
    await expect(tryBundleStore(store)).rejects.toThrow(/a proxy before it changes ETags/);
  });
});

describe('a folder on a file system without hard links', () => {
  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'accepts a new file once if a hard link fails with %s',
    async (code) => {
      const folder = await mkdtemp(join(tmpdir(), 'parlance-store-'));
      closers.push(() => rm(folder, { recursive: true }));
      const store = new FileStore(folder, async () => {
        throw Object.assign(new Error(`${code}: link`), { code });
      });
      const written = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          store.write('m/a.json', object(String(index)), 'absent'),
        ),
      );
      expect(written.filter(Boolean)).toHaveLength(1);
      const stored = await store.read('m/a.json', 100);
      expect(stored!.bytes.toString()).toBe(String(written.indexOf(true)));
      expect(await readdir(join(folder, 'm'))).toEqual(['a.json']);
      await tryBundleStore(store);
    },
  );
});

describe('the start of a process', () => {
  it('reports in one sentence that the bundle store cannot be used, and reports nothing about a usable store', async () => {
    const { server } = await startBucket();
    const logOf = async (store: ReturnType<typeof open>): Promise<string> => {
      const stream = new PassThrough();
      await reportUnusableStore({ quickStore: store }, pino(stream));
      stream.end();
      return text(stream);
    };
    expect(await logOf(open(server.env))).toBe('');
    expect(await logOf(open({ ...server.env, BUNDLE_STORE_SECRET: 'wrong' }))).toMatch(
      /s3:\/\/bundles\/parlance\/: could not write [^"]*check BUNDLE_STORE_SECRET/,
    );
    const unreachable = { ...server.env, BUNDLE_STORE_ENDPOINT: 'http://127.0.0.1:1' };
    expect((await logOf(open(unreachable))).trim().split('\n')).toHaveLength(1);
  });
});
