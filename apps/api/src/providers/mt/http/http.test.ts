import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { SLOWNESS } from '../../../../../../scripts/slowness.ts';
import { growthOf, IN_PROPORTION } from '../../../../../../scripts/tests/growth.ts';
import { caughtFault } from '../../../../test/engines/caught.ts';
import { useClosers } from '../../../../test/engines/closers.ts';
import { type EngineServer, startFaultyServer } from '../../../../test/engines/faulty-server.ts';
import { createFakeTiming } from '../../../../test/engines/timing.ts';
import { parseRetryAfter, readRetryAfter } from '../../exchange.ts';
import { EngineError } from '../engine.ts';
import {
  checkBaseUrl,
  checkHeaderKey,
  checkWholeNumber,
  isLoopbackUrl,
} from '../setting-checks.ts';
import { HttpClient, type HttpClientOptions } from './http.ts';
import { acceptTranslation, escapeStrayXml, explainStatus } from './http-answer.ts';
import { cacheLoad, MAX_LOADS } from './http-cache.ts';

const KEY = 'sk-live-4f/2+9';

const closers = useClosers();

async function setUp(overrides: Partial<HttpClientOptions> = {}) {
  const server: EngineServer<never> = await startFaultyServer<never>({
    translatePath: '/v1/translate',
    answer: (request) => ({ status: 200, body: { echo: request.body } }),
  });
  const logs: string[] = [];
  const client = new HttpClient({
    label: 'Acme',
    baseUrl: `${server.url}/v1/`,
    context: { fetch, log: (...entry) => logs.push(JSON.stringify(entry)) },
    headers: { authorization: `Bearer ${KEY}` },
    secrets: [KEY],
    timeoutMs: 10_000 * SLOWNESS,
    ...overrides,
  });
  closers.push(() => client.close(), server.close);
  const send = (signal?: AbortSignal) =>
    client.request({ method: 'POST', path: '/translate', body: { q: 'Hi' }, signal });
  return { server, logs, client, send };
}

describe('a request of the HTTP client', () => {
  it('returns the parsed answer and sends the key only in a header', async () => {
    const { server, send } = await setUp();
    expect(await send()).toMatchObject({ status: 200, body: { echo: { q: 'Hi' } } });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.path).toBe('/v1/translate');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it.each([
    [408, 'engine_timeout'],
    [429, 'engine_rate_limited'],
    [500, 'engine_unavailable'],
    [502, 'engine_unavailable'],
    [503, 'engine_unavailable'],
    [504, 'engine_timeout'],
    [529, 'engine_rate_limited'],
  ])('fails with a retryable error for %i, and is sent only once', async (status, code) => {
    const { server, send } = await setUp();
    server.fail({ kind: 'status', status });
    expect(await caughtFault(send())).toMatchObject({ code, retryable: true });
    expect(server.requests).toHaveLength(1);
  });

  it('fails with the delay of Retry-After, in seconds, as a date or in milliseconds', async () => {
    const { server, send } = await setUp();
    const retryAfterMs = async (headers: Record<string, string>) => {
      server.fail({ kind: 'status', status: 429, headers });
      return (await caughtFault(send())).retryAfterMs;
    };
    expect(await retryAfterMs({ 'retry-after': '7' })).toBe(7_000);
    expect(await retryAfterMs({ 'retry-after': '9', 'retry-after-ms': '8500' })).toBe(8_500);
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const waitMs = (await retryAfterMs({ 'retry-after': inAnHour }))!;
    expect(waitMs).toBeGreaterThan(3_000_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
  });

  it('may be sent again after a closed connection or an unreachable host', async () => {
    const { server, send } = await setUp();
    server.fail({ kind: 'reset' });
    expect(await caughtFault(send())).toMatchObject({
      code: 'engine_unavailable',
      retryable: true,
    });
    expect((await send()).status).toBe(200);
    await server.close();
    const gone = await setUp({ baseUrl: server.url });
    const error = await caughtFault(gone.send());
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: true });
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('times out if its answer hangs, or stalls inside the body', async () => {
    for (const kind of ['hang', 'stall'] as const) {
      const { server, send } = await setUp({ timeoutMs: 300 });
      server.fail({ kind });
      expect(await caughtFault(send())).toMatchObject({ code: 'engine_timeout', retryable: true });
    }
  });

  it('waits for a slow answer within its timeout', async () => {
    const { server, send } = await setUp();
    server.fail({ kind: 'slow', delayMs: 200 });
    expect((await send()).status).toBe(200);
    expect(server.requests).toHaveLength(1);
  });
});

describe('a list of a provider', () => {
  const busy = (retryAfterMs?: number) =>
    new EngineError('engine_unavailable', 'busy', { retryable: true, retryAfterMs });

  function setUpList(...faults: EngineError[]) {
    const timing = createFakeTiming();
    const load = vi.fn(async () => {
      const fault = faults.shift();
      if (fault) throw fault;
      return 'list';
    });
    return { timing, load, read: cacheLoad(load, 60_000, timing) };
  }

  it('gets requested again with growing delays, and never sooner than the provider allows', async () => {
    const { timing, load, read } = setUpList(busy(), busy(3_000));
    expect(await read()).toBe('list');
    expect(load).toHaveBeenCalledTimes(MAX_LOADS);
    expect(timing.sleeps).toEqual([375, 3_000]);
  });

  it('gets requested only once if a fault is permanent or the provider requests a delay of ten seconds', async () => {
    for (const fault of [new EngineError('engine_auth', 'no'), busy(10_000)]) {
      const { load, read } = setUpList(fault);
      await expect(read()).rejects.toBe(fault);
      await expect(read()).rejects.toBe(fault);
      expect(load).toHaveBeenCalledTimes(1);
    }
  });
});

describe('the HTTP client', () => {
  const codes = {
    401: 'engine_auth',
    403: 'engine_auth',
    402: 'engine_quota',
    456: 'engine_quota',
    413: 'too_large',
    414: 'too_large',
    400: 'engine_bad_response',
    404: 'engine_unavailable',
  };
  for (const [status, code] of Object.entries(codes)) {
    it(`reports ${code} immediately for ${status}`, async () => {
      const { server, send } = await setUp();
      server.fail({ kind: 'status', status: Number(status), body: { message: 'no' } });
      expect(await caughtFault(send())).toMatchObject({ code, retryable: false });
      expect(server.requests).toHaveLength(1);
    });
  }

  it('does not follow a redirect, which could send the texts elsewhere', async () => {
    const { server, send } = await setUp();
    const other = await setUp();
    server.fail({
      kind: 'status',
      status: 307,
      headers: { location: `${other.server.url}/v1/translate` },
    });
    expect(await caughtFault(send())).toMatchObject({
      code: 'engine_unavailable',
      retryable: false,
    });
    expect(other.server.requests).toHaveLength(0);
  });

  for (const kind of ['not-json', 'not-utf8', 'truncated-json'] as const) {
    it(`reports engine_bad_response for an answer of the kind ${kind}`, async () => {
      const { server, send } = await setUp();
      server.fail({ kind });
      expect(await caughtFault(send())).toMatchObject({ code: 'engine_bad_response' });
      expect(server.requests).toHaveLength(1);
    });
  }

  it('reports engine_bad_response for an answer that exceeds the size limit', async () => {
    const { server, send } = await setUp();
    server.fail({ kind: 'oversized', sizeBytes: 5 * 1024 * 1024 });
    expect(await caughtFault(send())).toMatchObject({ code: 'engine_bad_response' });
  });
});

describe('the HTTP client', () => {
  it('rejects with the reason of the signal, before and during a request', async () => {
    const reason = new Error('job cancelled');
    const { server, send } = await setUp();
    await expect(send(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);

    server.fail({ kind: 'hang' });
    const during = new AbortController();
    const pending = send(during.signal);
    setTimeout(() => during.abort(reason), 50);
    await expect(pending).rejects.toBe(reason);
  });

  it('ends requests in flight when the engine closes', async () => {
    const { server, send, client } = await setUp();
    server.fail({ kind: 'hang' });
    const pending = caughtFault(send());
    setTimeout(() => client.close(), 50);
    expect((await pending).code).toBe('engine_unavailable');
    expect((await caughtFault(send())).message).toContain('shut down');
  });
});

describe('the secrets of the HTTP client', () => {
  it('stay out of logs and errors, in every spelling that a provider may echo', async () => {
    const { server, send, logs } = await setUp();
    const echo = `x${KEY} ${encodeURIComponent(KEY)} ${JSON.stringify(KEY)} ${'y'.repeat(280)}${KEY}`;
    const errors: EngineError[] = [];
    for (const status of [400, 401, 403, 404, 500]) {
      server.fail({ kind: 'status', status, body: { error: echo } });
      errors.push(await caughtFault(send()));
    }
    const everything = [
      ...logs,
      ...errors.map((error) => `${error.message} ${error.stack} ${String(error.cause)}`),
    ].join('\n');
    expect(logs.length).toBeGreaterThan(4);
    expect(everything).not.toContain('4f');
    expect(everything).toContain('***');
  });
});

describe('the HTTP client', () => {
  it('reads Retry-After in seconds or as a date, and ignores invalid values', () => {
    const now = Date.UTC(2026, 0, 1, 0, 0, 0);
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('0', now)).toBe(0);
    expect(parseRetryAfter('0.5', now)).toBe(500);
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
    expect(parseRetryAfter('Wed, 31 Dec 2025 23:59:00 GMT', now)).toBe(0);
    for (const junk of [null, '', '-5', 'soon', '1e9', 'Infinity', 'Foo, 99 Bar'])
      expect(parseRetryAfter(junk, now)).toBeUndefined();
    const dayMs = 24 * 3_600_000;
    for (const long of ['86400', '999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])
      expect(parseRetryAfter(long, now)).toBe(dayMs);
    expect(readRetryAfter(new Headers({ 'retry-after-ms': '1e9', 'retry-after': '2' }))).toBe(
      2_000,
    );
    expect(readRetryAfter(new Headers({ 'retry-after-ms': '99999999999' }))).toBe(dayMs);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const waitMs = parseRetryAfter(text, now);
        return waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0);
      }),
    );
  });

  it('treats only responses with 408, 429 and 5xx as retryable', () => {
    for (let status = 300; status < 600; status++) {
      const error = explainStatus('Acme', status, 5);
      expect(error.retryable).toBe(status === 408 || status === 429 || status >= 500);
    }
  });

  it.each([
    [301, 'engine_unavailable'],
    [400, 'engine_bad_response'],
    [401, 'engine_auth'],
    [402, 'engine_quota'],
    [403, 'engine_auth'],
    [404, 'engine_unavailable'],
    [413, 'too_large'],
    [414, 'too_large'],
    [456, 'engine_quota'],
  ])('reports a response with %i as %s', (status, code) => {
    expect(explainStatus('Acme', status).code).toBe(code);
  });

  it('accepts only translations that can be stored', () => {
    expect(acceptTranslation('Hola', 'Hi')).toBe('Hola');
    expect(acceptTranslation('', '')).toBe('');
    for (const bad of ['', '  ', 'a\0', '\ud800', 7, null, undefined, ['x']])
      expect(acceptTranslation(bad, 'Hi')).toBeNull();
  });

  it('escapes everything but known XML tags and entities', () => {
    const right = 'a &amp; b <x id="0"/> <g id="1">c</g> < /g > <t id="2">d</t> &#39;';
    expect(escapeStrayXml(right)).toBe(right);
    expect(escapeStrayXml('a & b < c <b>d</b> &; 1<2>3')).toBe(
      'a &amp; b &lt; c &lt;b>d&lt;/b> &amp;; 1&lt;2>3',
    );
  });

  it('escapes hostile XML in time in proportion to its length', async () => {
    const growth = await growthOf(50_000, async (size) => {
      for (const hostile of [
        `<${' '.repeat(size)}`,
        '<'.repeat(size),
        '<x '.repeat(size / 3),
        '&a'.repeat(size / 2),
      ]) {
        escapeStrayXml(hostile);
      }
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });

  it('rejects invalid settings', () => {
    expect(checkBaseUrl('https://api.example.com/v1')).toBeNull();
    for (const bad of ['', 'api.example.com', 'ftp://x', 'https://u:p@x', 'https://x/#a'])
      expect(checkBaseUrl(bad)).not.toBeNull();
    expect(checkHeaderKey('abc:fx')).toBeNull();
    for (const bad of ['', 'a b', 'a\n', 'ä', 'a"b', 'a\\b'])
      expect(checkHeaderKey(bad)).not.toBeNull();
    expect(checkWholeNumber(1, 40)('40')).toBeNull();
    for (const bad of ['0', '41', '1.5', 'x', ''])
      expect(checkWholeNumber(1, 40)(bad)).not.toBeNull();
  });

  it('recognizes loopback addresses', () => {
    for (const url of [
      'http://localhost:11434/v1',
      'http://127.0.0.1',
      'http://127.8.9.1',
      'http://[::1]:80',
    ])
      expect(isLoopbackUrl(url)).toBe(true);
    for (const url of [
      'http://10.0.0.1',
      'https://localhost.example.com',
      'http://128.0.0.1',
      'http://[::2]',
    ])
      expect(isLoopbackUrl(url)).toBe(false);
  });
});
