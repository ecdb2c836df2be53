import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  FORBIDDEN_URLS,
  HOSTILE_URLS,
  PUBLIC_URLS,
  resolveHostile,
} from '../../../test/webhooks/hostile-urls.ts';
import { parseAllowedAddress } from './allowed-addresses.ts';
import { createGuardedClient, type GuardedClientOptions } from './create-guarded-client.ts';
import type { Resolver } from './resolver.ts';
import { requireAllowed, targetOf } from './target-of.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const post = (url: string, options: Partial<GuardedClientOptions> = {}) =>
  createGuardedClient({ allowed: [], ...options }).post({ url, headers: {}, body: '{}' });

/** Allows a port of this machine, to which all host names resolve. */
const here = (port: number): Partial<GuardedClientOptions> => ({
  allowed: [parseAllowedAddress(`127.0.0.1:${port}`)],
  resolve: async () => ['127.0.0.1'],
});

describe('the guarded client', () => {
  it('has more than 200 hostile URLs in its tests', () => {
    expect(HOSTILE_URLS.length + FORBIDDEN_URLS.length).toBeGreaterThan(200);
    expect(new Set([...HOSTILE_URLS, ...FORBIDDEN_URLS]).size).toBe(
      HOSTILE_URLS.length + FORBIDDEN_URLS.length,
    );
  });

  it('refuses each hostile URL', async () => {
    for (const url of [...HOSTILE_URLS, ...FORBIDDEN_URLS]) {
      await expect(post(url, { resolve: resolveHostile }), url).rejects.toMatchObject({
        name: 'GuardedFault',
        kind: 'refused_address',
      });
    }
  });

  it('rejects a forbidden URL before it is stored, without a DNS lookup', () => {
    const { check } = createGuardedClient({ allowed: [] });
    for (const url of FORBIDDEN_URLS) expect(() => check(url), url).toThrow();
    expect(() => check('https://127.1/')).toThrow(/must lead to a public address/);
    for (const url of PUBLIC_URLS) check(url);
  });

  it('accepts public URLs in several forms', async () => {
    for (const url of PUBLIC_URLS) {
      const target = targetOf(url, []);
      const found = target.isAddress ? [] : await resolveHostile(target.host);
      for (const address of found) requireAllowed(target, address, []);
    }
  });

  it('connects to the address that was checked, with the host name in the header', async () => {
    const hosts: (string | undefined)[] = [];
    const port = await listen(
      createServer((request, response) => {
        hosts.push(request.headers.host);
        response.end('ok');
      }),
    );
    const answers = [['127.0.0.1'], ['10.0.0.1'], ['169.254.169.254']];
    const resolve: Resolver = async () => answers.shift()!;
    const options = { ...here(port), resolve };
    const answer = await post(`http://receiver.test:${port}/`, options);
    expect(answer).toMatchObject({ status: 200, head: Buffer.from('ok') });
    expect(hosts).toEqual([`receiver.test:${port}`]);
    expect(answers).toHaveLength(2);
    await expect(post(`http://receiver.test:${port}/`, options)).rejects.toMatchObject({
      kind: 'refused_address',
    });
    expect(hosts).toHaveLength(1);
  });

  it('names the host in the TLS handshake, and reports a host without TLS', async () => {
    let hello = Buffer.alloc(0);
    const port = await listen(
      createTcpServer((socket) => {
        socket.once('data', (data) => {
          hello = Buffer.from(data);
          socket.end('HTTP/1.1 200 OK\r\n\r\n');
        });
      }),
    );
    await expect(post(`https://receiver.test:${port}/`, { ...here(port) })).rejects.toMatchObject({
      kind: 'tls',
    });
    expect(hello.includes('receiver.test')).toBe(true);
  });

  it('follows no redirect', async () => {
    let requests = 0;
    const port = await listen(
      createServer((_, response) => {
        requests++;
        response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end();
      }),
    );
    const answer = await post(`http://receiver.test:${port}/`, here(port));
    expect([answer.status, requests]).toEqual([307, 1]);
  });

  it('uses no proxy from the environment', async () => {
    let proxied = 0;
    const proxyPort = await listen(
      createServer((_, response) => {
        proxied++;
        response.end();
      }),
    );
    const port = await listen(createServer((_, response) => response.end('direct')));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxyPort}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    closers.push(() => vi.unstubAllEnvs());
    const answer = await post(`http://receiver.test:${port}/`, here(port));
    expect([String(answer.head), proxied]).toEqual(['direct', 0]);
  });

  it('reads 4 KiB of a response that does not end, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await listen(
      createServer((_, response) => {
        response.on('close', () => closed.resolve());
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(1024)));
          response.once('drain', write);
        };
        response.writeHead(200, { 'retry-after': '7' });
        write();
      }),
    );
    const answer = await post(`http://receiver.test:${port}/`, here(port));
    expect(answer).toMatchObject({ status: 200, retryAfterMs: 7000 });
    expect(answer.head).toHaveLength(4096);
    await closed.promise;
  });

  it('times out if the name server or the host does not respond, and returns the start of a slow body', async () => {
    const never = new Promise<never>(() => {});
    const timeoutMs = 50;
    await expect(
      post('https://public.test/', { resolve: () => never, timeoutMs }),
    ).rejects.toMatchObject({ kind: 'timeout' });
    const silent = await listen(createServer(() => {}));
    await expect(
      post(`http://receiver.test:${silent}/`, { ...here(silent), timeoutMs }),
    ).rejects.toMatchObject({ kind: 'timeout' });
    const slow = await listen(createServer((_, response) => void response.write('begun')));
    const answer = await post(`http://receiver.test:${slow}/`, { ...here(slow), timeoutMs: 500 });
    expect(answer).toMatchObject({ status: 200, head: Buffer.from('begun') });
  });

  it('reports a refused connection and a name that does not exist', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    await expect(post(`http://receiver.test:${port}/`, here(port))).rejects.toMatchObject({
      kind: 'connection',
      message: 'ECONNREFUSED',
    });
    await expect(post('https://public.test/', { resolve: async () => [] })).rejects.toMatchObject({
      kind: 'connection',
    });
  });

  it('allows only the exceptions that the operator configures', async () => {
    const allowed = [
      '10.0.0.0/8',
      '[fd00::1]:9000',
      'fd11::/16',
      'hooks.internal:8080',
      '127.0.0.1:81',
    ].map(parseAllowedAddress);
    const { check } = createGuardedClient({ allowed });
    for (const url of [
      'https://10.1.2.3/',
      'https://10.1.2.3:8443/',
      'http://[fd00::1]:9000/',
      'https://[fd11:2::1]/',
      'http://hooks.internal:8080/',
      'https://hooks.internal:8080/',
      'http://127.0.0.1:81/',
      'https://[::ffff:10.1.2.3]/',
    ]) {
      expect(() => check(url), url).not.toThrow();
    }
    for (const url of [
      'http://10.1.2.3/',
      'https://10.1.2.3:9000/',
      'https://11.0.0.1:9000/',
      'https://192.168.0.1/',
      'http://[fd00::1]/',
      'https://[fd00::2]:9000/',
      'http://hooks.internal/',
      'http://127.0.0.1/',
      'http://127.0.0.1:8080/',
      'http://other.internal:8080/',
    ]) {
      expect(() => check(url), url).toThrow();
    }
    await expect(
      post('https://other.internal/', { allowed, resolve: async () => ['192.168.0.1'] }),
    ).rejects.toMatchObject({ kind: 'refused_address' });
  });

  it.each([
    '10.0.0.0/33',
    'a b',
    '127.1',
    'host:0',
    'host:70000',
    'http://host',
    '[::1',
    '::1/129',
    '',
  ])('rejects %j as an exception', (item) => {
    expect(() => parseAllowedAddress(item)).toThrow(/a network, an IP address or a host name/);
  });
});
