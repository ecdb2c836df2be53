import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../scripts/eventually.ts';
import { type Answer, answerJson, answerProblem, startServer } from '../test/local-server.ts';
import { createClient } from './client.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/**
 * Starts a server that answers its first requests with the given failures and all later requests
 * with success.
 */
async function serveThenSucceed(...failures: Answer[]) {
  let asked = 0;
  const server = await startServer((request, response) => {
    const failure = failures[asked++];
    if (failure) failure(request, response);
    else answerJson(response, { data: { id: 'p' }, meta: {} });
  });
  cleanups.push(server.close);
  return { ...server, client: createClient({ baseUrl: server.baseUrl }) };
}

const fail =
  (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    answerProblem(response, status, code, headers);
const drop: Answer = (_, response) => response.destroy();
const busy = fail(503, 'engine_model_loading', { 'retry-after': '0' });
const limited = fail(429, 'rate_limited', { 'retry-after': '0' });
const text = { text: 'a', sourceLocale: 'en', targetLocale: 'de' };
const project = { name: 'a', sourceLocale: 'en' };

describe('a client whose request fails', () => {
  it.each([
    ['a 429 that names a time', limited],
    ['a 503 that names a time', busy],
    ['a 502', fail(502, 'engine_failed')],
    ['a 504', fail(504, 'engine_timeout')],
    ['a 502 of a proxy', (_, response) => response.writeHead(502).end('<html>')],
    ['a 503 of a proxy that names no time', (_, response) => response.writeHead(503).end('<html>')],
    ['a dropped connection', drop],
    [
      'an answer that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"data"');
        response.destroy();
      },
    ],
  ] as [string, Answer][])('retries after %s', async (_, failure) => {
    const { client, requests } = await serveThenSucceed(failure);
    expect((await client.i18n.projects.get({ projectId: 'p' })).data.id).toBe('p');
    expect(requests).toHaveLength(2);
  });

  it('retries PUT, DELETE and a POST with an idempotency key, and repeats the key and body of the POST', async () => {
    const { client, requests } = await serveThenSucceed(busy);
    await client.translate.text(text);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key']);
    expect(requests[1]?.body).toEqual(requests[0]?.body);

    const other = await serveThenSucceed(busy);
    await other.client.i18n.values.put({ projectId: 'p', keyId: 'k', localeCode: 'de', text: 'x' });
    expect(other.requests).toHaveLength(2);

    const third = await serveThenSucceed(busy);
    await third.client.i18n.keys.delete({ projectId: 'p', keyId: 'k' });
    expect(third.requests).toHaveLength(2);
  });

  it.each([
    ['a plain POST', limited],
    ['a plain POST', drop],
    ['a plain POST', fail(502, 'payment_failed')],
  ] as [string, Answer][])('never retries %s', async (_, failure) => {
    const { client, requests } = await serveThenSucceed(failure);
    await expect(client.i18n.projects.create(project)).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });

  it.each([limited, drop, fail(504, 'engine_timeout')])(
    'never retries a PATCH',
    async (failure) => {
      const { client, requests } = await serveThenSucceed(failure);
      await expect(client.i18n.projects.update({ projectId: 'p', name: 'b' })).rejects.toThrow();
      expect(requests).toHaveLength(1);
    },
  );

  it('never retries a request with a streamed body', async () => {
    const { client, requests } = await serveThenSucceed(busy);
    const body = new Blob(['key,en']).stream();
    await expect(
      client.i18n.projects.import({ projectId: 'p', locale: 'en', body, contentType: 'text/csv' }),
    ).rejects.toMatchObject({ code: 'engine_model_loading', retryAfterSeconds: 0 });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['a 503 that names no time', fail(503, 'service_unavailable')],
    ['a 429 that names no time', fail(429, 'rate_limited')],
    ['a 500', fail(500, 'internal')],
    ['a 404', fail(404, 'not_found')],
    ['a time that is too far away', fail(503, 'engine_model_loading', { 'retry-after': '3600' })],
  ] as [string, Answer][])('does not retry after %s', async (_, failure) => {
    const { client, requests } = await serveThenSucceed(failure);
    await expect(client.usage.get()).rejects.toThrow();
    expect(requests).toHaveLength(1);
  });

  it('waits before a retry at least as long as Retry-After says, in seconds or as a date', async () => {
    const { setTimeout: start } = globalThis;
    const delays: number[] = [];
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      const isRetry = ms >= 5_000 && ms < 25_000;
      if (isRetry) delays.push(ms);
      return start(run, isRetry ? 0 : ms);
    }) as typeof setTimeout);
    onTestFinished(() => void vi.restoreAllMocks());
    const soon = new Date(Date.now() + 20_000).toUTCString();
    for (const retryAfter of ['10', soon]) {
      const { client } = await serveThenSucceed(
        fail(429, 'rate_limited', { 'retry-after': retryAfter }),
      );
      await client.usage.get();
    }
    expect(delays).toEqual([
      expect.toSatisfy((ms) => ms >= 10_000 && ms < 12_000),
      expect.toSatisfy((ms) => ms > 12_000 && ms < 25_000),
    ]);
  });

  it('stops after the configured number of retries, with the last error', async () => {
    const { client, requests } = await serveThenSucceed(busy, busy, limited, busy);
    await expect(client.usage.get()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(requests).toHaveLength(3);
    await expect(client.usage.get({}, { maxRetries: 0 })).rejects.toMatchObject({
      code: 'engine_model_loading',
    });
    expect(requests).toHaveLength(4);
  });

  it('retries while an earlier attempt of the same call is in progress, but not while another call is', async () => {
    const inProgress = fail(409, 'idempotency_in_progress');
    const own = await serveThenSucceed(drop, inProgress);
    expect(await own.client.translate.text(text)).toMatchObject({ data: { id: 'p' } });
    expect(own.requests).toHaveLength(3);

    const others = await serveThenSucceed(inProgress);
    await expect(others.client.translate.text(text, { idempotencyKey: 'k' })).rejects.toMatchObject(
      {
        code: 'idempotency_in_progress',
      },
    );
    expect(others.requests).toHaveLength(1);
  });

  it('reports after the last retry that the server was not reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 1 });
    await expect(client.health.get()).rejects.toMatchObject({
      name: 'ParlanceConnectionError',
      reason: 'network',
      status: null,
    });
  });
});

describe('a call with a timeout or an abort signal', () => {
  const never: Answer = () => {};
  const halfway: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"data":');
  };

  it.each([
    ['never comes', never],
    ['never ends', halfway],
  ])('ends at its timeout, without another attempt, if the response %s', async (_, answer) => {
    const { client, requests } = await serveThenSucceed(answer);
    await expect(client.usage.get({}, { timeoutMs: 200 })).rejects.toMatchObject({
      name: 'ParlanceConnectionError',
      reason: 'timeout',
    });
    // On a busy machine, the timeout may expire before the request arrives.
    expect(requests.length).toBeLessThanOrEqual(1);
  });

  it('extends its timeout by the wait for background work', async () => {
    const { client } = await serveThenSucceed((_, response) => {
      setTimeout(() => answerJson(response, { data: { id: 'j' }, meta: {} }), 400);
    });
    const job = await client.translate.jobs.get(
      { jobId: 'j' },
      { timeoutMs: 100, waitSeconds: 10 },
    );
    expect(job.data.id).toBe('j');
  });

  it('throws the reason of the signal after an abort while the client waits for the response', async () => {
    const { client } = await serveThenSucceed(never);
    const controller = new AbortController();
    const reason = new Error('the user left');
    setTimeout(() => controller.abort(reason), 50);
    await expect(client.usage.get({}, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('throws an AbortError after an abort before the next attempt', async () => {
    const { client, requests } = await serveThenSucceed(
      fail(429, 'rate_limited', { 'retry-after': '30' }),
    );
    const controller = new AbortController();
    const refused = expect(
      client.usage.get({}, { signal: controller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    await eventually(() => expect(requests).toHaveLength(1));
    setTimeout(() => controller.abort(), 50);
    await refused;
    expect(requests).toHaveLength(1);
  });

  it('sends nothing if the signal is already aborted', async () => {
    const { client, requests } = await serveThenSucceed();
    await expect(client.usage.get({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(requests).toHaveLength(0);
  });

  it('rejects the text of a raw response after an abort', async () => {
    const { client } = await serveThenSucceed(halfway);
    const controller = new AbortController();
    const response = await client.usage.get(
      {},
      { raw: true, signal: controller.signal, timeoutMs: 5000 },
    );
    const reading = response.text();
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
