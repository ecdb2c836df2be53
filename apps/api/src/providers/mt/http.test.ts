import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type EngineServer, startFaultyServer } from '../../../test/engines/faulty-server.ts';
import { createFakeTiming } from '../../../test/engines/timing.ts';
import { parseRetryAfter } from '../exchange.ts';
import { EngineError } from './engine.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions, MAX_TRIES } from './http.ts';
import { acceptTranslation, escapeStrayXml, explainStatus } from './http-answer.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber, isLoopbackUrl } from './http-settings.ts';

const KEY = 'sk-live-4f/2+9';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function setUp(overrides: Partial<HttpClientOptions> = {}) {
  const server: EngineServer<never> = await startFaultyServer<never>({
    translatePath: '/v1/translate',
    answer: (request) => ({ status: 200, body: { echo: request.body } }),
  });
  const timing = createFakeTiming();
  const logs: string[] = [];
  const client: HttpClient = createHttpClient({
    label: 'Acme',
    baseUrl: `${server.url}/v1/`,
    context: { fetch, log: (...entry) => logs.push(JSON.stringify(entry)) },
    headers: { authorization: `Bearer ${KEY}` },
    secrets: [KEY],
    attemptTimeoutMs: 10_000,
    deadlineMs: 60_000,
    timing,
    ...overrides,
  });
  closers.push(() => client.close(), server.close);
  const send = (signal?: AbortSignal) =>
    client.request({ method: 'POST', path: '/translate', body: { q: 'Hi' }, signal });
  return { server, timing, logs, client, send };
}

async function caught(promise: Promise<unknown>): Promise<EngineError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EngineError)) throw new Error(`no EngineError but ${String(error)}`);
  return error;
}

describe('http client: what is tried again', () => {
  it('returns the parsed answer and sends the key only as a header', async () => {
    const { server, send } = await setUp();
    expect(await send()).toMatchObject({ status: 200, body: { echo: { q: 'Hi' } } });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.path).toBe('/v1/translate');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  for (const status of [408, 429, 500, 502, 503, 504, 529]) {
    it(`tries ${status} again and succeeds`, async () => {
      const { server, send } = await setUp();
      server.fail({ kind: 'status', status }, { times: MAX_TRIES - 1 });
      expect((await send()).status).toBe(200);
      expect(server.requests).toHaveLength(MAX_TRIES);
    });
  }

  it('waits longer from try to try, with jitter within half and the whole of the step', async () => {
    for (const chance of [0, 0.999]) {
      const timing = createFakeTiming(chance);
      const { server, send } = await setUp({ timing });
      server.fail({ kind: 'status', status: 500 }, { times: 3 });
      await send();
      expect(timing.sleeps).toEqual(
        [500, 1000, 2000].map((full) => Math.round(full / 2 + (full / 2) * chance)),
      );
    }
  });

  it('gives up after the last try with a code that says what was wrong', async () => {
    const expected = {
      500: 'engine_unavailable',
      429: 'engine_rate_limited',
      504: 'engine_timeout',
    };
    for (const [status, code] of Object.entries(expected)) {
      const { server, send } = await setUp();
      server.fail({ kind: 'status', status: Number(status) }, { times: 10 });
      expect(await caught(send())).toMatchObject({ code, retryable: true });
      expect(server.requests).toHaveLength(MAX_TRIES);
    }
  });

  it('never comes back sooner than Retry-After asks, in seconds, as a date or in milliseconds', async () => {
    const { server, send, timing } = await setUp();
    const inNineSeconds = new Date(Date.now() + 9_000).toUTCString();
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    server.fail({ kind: 'status', status: 503, headers: { 'retry-after': inNineSeconds } });
    server.fail({
      kind: 'status',
      status: 429,
      headers: { 'retry-after': '9', 'retry-after-ms': '8500' },
    });
    await send();
    expect(timing.sleeps[0]).toBe(7_000);
    // An HTTP date has no fractions of a second.
    expect(timing.sleeps[1]).toBeGreaterThan(6_000);
    expect(timing.sleeps[1]).toBeLessThanOrEqual(9_000);
    expect(timing.sleeps[2]).toBe(8_500);
  });

  it('does not wait for a Retry-After beyond the deadline, and hands it to the caller', async () => {
    const { server, send, timing } = await setUp();
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } });
    expect(await caught(send())).toMatchObject({
      code: 'engine_rate_limited',
      retryAfterMs: 3_600_000,
    });
    expect(timing.sleeps).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('keeps all tries together within the deadline', async () => {
    const { server, send, timing } = await setUp({ deadlineMs: 1_200 });
    server.fail({ kind: 'status', status: 500 }, { times: 10 });
    expect(await caught(send())).toMatchObject({ code: 'engine_unavailable' });
    expect(timing.sleeps.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1_200);
    expect(server.requests).toHaveLength(3);
  });

  it('tries a closed connection and an unreachable host again', async () => {
    const { server, send } = await setUp();
    server.fail({ kind: 'reset' });
    expect((await send()).status).toBe(200);
    await server.close();
    const { timing, ...gone } = await setUp({ baseUrl: server.url });
    const error = await caught(gone.send());
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: true });
    expect(error.message).toContain('ECONNREFUSED');
    expect(timing.sleeps).toHaveLength(MAX_TRIES - 1);
  });

  it('ends a try that hangs, or that stalls inside the body, and tries again', async () => {
    const kinds = ['hang', 'stall'] as const;
    await Promise.all(
      kinds.map(async (kind) => {
        const { server, send } = await setUp({ attemptTimeoutMs: 300 });
        server.fail({ kind });
        expect((await send()).status).toBe(200);
        server.fail({ kind }, { times: 10 });
        expect(await caught(send())).toMatchObject({ code: 'engine_timeout', retryable: true });
      }),
    );
  });

  it('waits for a slow answer within the time of one try', async () => {
    const { server, send } = await setUp();
    server.fail({ kind: 'slow', delayMs: 200 });
    expect((await send()).status).toBe(200);
    expect(server.requests).toHaveLength(1);
  });
});

describe('http client: what is not tried again', () => {
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
    it(`says ${code} for ${status} at once`, async () => {
      const { server, send } = await setUp();
      server.fail({ kind: 'status', status: Number(status), body: { message: 'no' } });
      expect(await caught(send())).toMatchObject({ code, retryable: false });
      expect(server.requests).toHaveLength(1);
    });
  }

  it('does not follow a redirect, which could carry the texts elsewhere', async () => {
    const { server, send } = await setUp();
    const other = await setUp();
    server.fail({
      kind: 'status',
      status: 307,
      headers: { location: `${other.server.url}/v1/translate` },
    });
    expect(await caught(send())).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(other.server.requests).toHaveLength(0);
  });

  for (const kind of ['not-json', 'not-utf8', 'truncated-json'] as const) {
    it(`says engine_bad_response for an answer that is ${kind}`, async () => {
      const { server, send } = await setUp();
      server.fail({ kind });
      expect(await caught(send())).toMatchObject({ code: 'engine_bad_response' });
      expect(server.requests).toHaveLength(1);
    });
  }

  it('stops reading an answer that is larger than any right one', async () => {
    const { server, send } = await setUp();
    server.fail({ kind: 'oversized', sizeBytes: 5 * 1024 * 1024 });
    expect(await caught(send())).toMatchObject({ code: 'engine_bad_response' });
  });
});

describe('http client: ending', () => {
  it('rejects with the reason of the signal, before, during and between tries', async () => {
    const reason = new Error('job cancelled');
    const { server, send } = await setUp();
    await expect(send(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);

    server.fail({ kind: 'hang' });
    const during = new AbortController();
    const pending = send(during.signal);
    setTimeout(() => during.abort(reason), 50);
    await expect(pending).rejects.toBe(reason);

    const between = new AbortController();
    const waiting = await setUp({
      timing: {
        ...createFakeTiming(),
        sleep: (_ms, signal) =>
          new Promise((_done, refuse) => {
            signal.addEventListener('abort', () => refuse(signal.reason));
            between.abort(reason);
          }),
      },
    });
    waiting.server.fail({ kind: 'status', status: 500 });
    await expect(waiting.send(between.signal)).rejects.toBe(reason);
    expect(waiting.server.requests).toHaveLength(1);
  });

  it('ends what is in flight when the engine closes', async () => {
    const { server, send, client } = await setUp();
    server.fail({ kind: 'hang' });
    const pending = caught(send());
    setTimeout(() => client.close(), 50);
    expect((await pending).code).toBe('engine_unavailable');
    expect((await caught(send())).message).toContain('shut down');
  });
});

describe('http client: secrets', () => {
  it('keeps the key out of logs and errors, in every spelling a provider may echo', async () => {
    const { server, send, logs } = await setUp();
    const echo = `x${KEY} ${encodeURIComponent(KEY)} ${JSON.stringify(KEY)} ${'y'.repeat(280)}${KEY}`;
    const errors: EngineError[] = [];
    for (const status of [400, 401, 403, 404, 500]) {
      server.fail({ kind: 'status', status, body: { error: echo } }, { times: MAX_TRIES });
      errors.push(await caught(send()));
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

describe('http client: pieces', () => {
  it('reads Retry-After as RFC 9110 has it and ignores everything else', () => {
    const now = Date.UTC(2026, 0, 1, 0, 0, 0);
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('0', now)).toBe(0);
    expect(parseRetryAfter('0.5', now)).toBe(500);
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000);
    expect(parseRetryAfter('Wed, 31 Dec 2025 23:59:00 GMT', now)).toBe(0);
    for (const junk of [null, '', '-5', 'soon', '1e9', 'Infinity', '99999999999999', 'Foo, 99 Bar'])
      expect(parseRetryAfter(junk, now)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const waitMs = parseRetryAfter(text, now);
        return waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0);
      }),
    );
  });

  it('gives every status a code, and only passing troubles are retryable', () => {
    for (let status = 300; status < 600; status++) {
      const error = explainStatus('Acme', status, 5);
      expect(error.retryable).toBe(status === 408 || status === 429 || status >= 500);
    }
  });

  it('takes only translations that can be stored', () => {
    expect(acceptTranslation('Hola', 'Hi')).toBe('Hola');
    expect(acceptTranslation('', '')).toBe('');
    for (const bad of ['', '  ', 'a\0', '\ud800', 7, null, undefined, ['x']])
      expect(acceptTranslation(bad, 'Hi')).toBeNull();
  });

  it('escapes what no XML tag or entity of ours explains, in time in proportion to the text', () => {
    const right = 'a &amp; b <x id="0"/> <g id="1">c</g> < /g > <t id="2">d</t> &#39;';
    expect(escapeStrayXml(right)).toBe(right);
    expect(escapeStrayXml('a & b < c <b>d</b> &; 1<2>3')).toBe(
      'a &amp; b &lt; c &lt;b>d&lt;/b> &amp;; 1&lt;2>3',
    );
    for (const hostile of [
      `<${' '.repeat(200_000)}`,
      '<'.repeat(200_000),
      '<x '.repeat(70_000),
      '&a'.repeat(100_000),
    ]) {
      escapeStrayXml(hostile);
    }
  });

  it('tells a bad setting before it does harm', () => {
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

  it('knows which addresses stay on this host', () => {
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
