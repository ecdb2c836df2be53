import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  FORBIDDEN_URLS,
  HOSTILE_URLS,
  resolveHostile,
} from '../../../test/webhooks/hostile-urls.ts';
import { exchange } from '../exchange.ts';
import { addressesInSettings } from './addresses-in-settings.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server on loopback, and returns its port and the number of its connections. */
async function listen(
  answer: RequestListener,
): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(answer).on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [];
const faultOf = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.catch((thrown: unknown) => thrown);
  return String((causesOf(error).at(-1) as Error | undefined)?.message);
};
const loopback = async () => ['127.0.0.1'];

describe('the guarded fetch', () => {
  it('refuses each hostile URL that fetch accepts', async () => {
    const guarded = createGuardedFetch({ allowed: [], resolve: resolveHostile });
    // fetch itself refuses other protocols and URLs with credentials.
    const urls = [...HOSTILE_URLS, ...FORBIDDEN_URLS].filter((url) =>
      /^https?:\/\/[^@]+$/.test(url),
    );
    expect(urls.length).toBeGreaterThan(150);
    for (const url of urls) {
      if (!URL.canParse(url)) continue;
      expect(await faultOf(guarded(url)), url).toMatch(/^must |^bad port$/);
    }
  });

  it('reaches the addresses in the settings over few connections, without a proxy', async () => {
    const { port, connections } = await listen((_, response) => response.end('{}'));
    const proxy = await listen((_, response) => response.end('{}'));
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
    closers.push(() => vi.unstubAllEnvs());
    const allowed = addressesInSettings({ ENGINE_URL: `http://engine.test:${port}/v2` });
    const guarded = createGuardedFetch({ allowed, resolve: loopback });
    const calls = 10;
    for (let call = 0; call < calls; call++) {
      await (await guarded(`http://engine.test:${port}/v2/translate`)).text();
    }
    expect(connections()).toBeLessThan(calls);
    expect(proxy.connections()).toBe(0);
    expect(await faultOf(guarded(`http://other.test:${port}/`))).toBe('must begin with https://');
  });

  it('refuses a redirect to an internal address', async () => {
    const { port } = await listen((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    );
    const allowed = addressesInSettings({ ENGINE_URL: `http://engine.test:${port}` });
    const guarded = createGuardedFetch({ allowed, resolve: loopback });
    expect(await faultOf(guarded(`http://engine.test:${port}/`))).toMatch(/^must /);
  });

  it('refuses a public name that resolves to an internal address, with the reason in the error', async () => {
    const guarded = createGuardedFetch({ allowed: [], resolve: async () => ['10.0.0.1'] });
    const request = { fetch: guarded, url: 'https://api.example.com/', method: 'GET', headers: {} };
    await expect(exchange({ ...request, timeoutMs: 5_000, maxBytes: 1 })).rejects.toThrow(
      'its address must lead to a public address of the Internet',
    );
  });
});

describe('addressesInSettings', () => {
  it('finds URLs in settings and in files of credentials', () => {
    const credentials = '{"token_uri": "https://oauth2.example.com/token", "key": "a\\nb"}';
    const settings = { A: 'http://10.0.0.1:5000', B: credentials, C: 'secret', D: undefined };
    expect(addressesInSettings(settings)).toEqual([
      { host: '10.0.0.1', network: null, port: 5000 },
      { host: 'oauth2.example.com', network: null, port: 443 },
    ]);
  });
});
