import { describe, expect, it } from 'vitest';
import { caughtFault } from '../../../../test/engines/caught.ts';
import { REFUSED_WORD } from '../../../../test/engines/models/fake-model.ts';
import { PATIENCE } from '../../../../test/engines/run-pipeline.ts';
import { translateAll } from '../../../../test/engines/translate-all.ts';
import { useOpenai } from '../../../../test/engines/use-openai.ts';
import type { SegmentResult } from '../engine.ts';

const { setUp } = useOpenai();

const bodies = (results: SegmentResult[]) => results.map((result) => result.body);
const failed = (detail: string) => ({ error: { code: 'engine_bad_response', detail } });

const XAI = {
  code: 'Client specified an invalid argument',
  error:
    'Incorrect API key provided: xa***AA. You can obtain an API key from https://console.x.ai.',
};
const GOOGLE = [
  { error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } },
];

describe('openai-compatible with refusals and limits', () => {
  it.each([
    ['xAI', XAI],
    ['Google', GOOGLE],
  ])(
    'reports engine_auth after one request if %s answers 400 for a wrong key',
    async (_name, body) => {
      const { server, engine } = await setUp();
      server.fail({ kind: 'status', status: 400, body }, { times: 99 });
      const results = await translateAll(engine, ['one', 'two', 'three'], PATIENCE);
      for (const result of results) {
        expect(result).toMatchObject({
          status: 'failed',
          error: { params: { reason: 'engine_auth' } },
        });
        expect(JSON.stringify(result)).toMatch(/rejected the API key \(.*API key/);
        expect(JSON.stringify(result)).not.toContain('AA');
      }
      expect(server.requests).toHaveLength(1);
    },
  );

  it('includes the reason of the provider in the error', async () => {
    const { server, translate } = await setUp();
    const message = 'No endpoints found that support response_format';
    server.fail({ kind: 'status', status: 404, body: { error: { message } } });
    expect((await caughtFault(translate(['one']))).message).toContain(`(${message})`);
  });

  for (const fault of [
    { kind: 'refusal' },
    { kind: 'content-filter' },
    { kind: 'status', status: 400, body: { error: { code: 'content_filter', message: 'no' } } },
  ] as const) {
    it(`reports segment errors for a refusal (${fault.kind}), without another form of the request`, async () => {
      const { server, translate } = await setUp();
      server.fail(fault);
      expect(await translate(['one', 'two'])).toEqual(
        ['s0', 's1'].map((id) => ({
          id,
          ...failed(
            `The language model refused to translate this string${fault.kind === 'status' ? ' (no)' : ''}`,
          ),
        })),
      );
      expect(server.requests).toHaveLength(1);
    });
  }

  it('reports an error for a refused text, and translates another text', async () => {
    const { translate } = await setUp();
    expect((await translate([REFUSED_WORD])).map(({ error }) => error?.code)).toEqual([
      'engine_bad_response',
    ]);
    expect(bodies(await translate(['fine']))).toEqual(['fine~de']);
  });

  it('divides a refused batch into halves instead of single texts', async () => {
    const { server, engine } = await setUp();
    const texts = Array.from({ length: 40 }, (_, index) =>
      index === 23 ? REFUSED_WORD : `text ${index}`,
    );
    const results = await translateAll(engine, texts, PATIENCE);
    const failed = results.flatMap(({ status }, index) => (status === 'failed' ? [index] : []));
    expect(failed).toEqual([23]);
    expect(server.requests.length).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(40)));
  });

  it('reports too_large for a truncated answer', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'cut-off' });
    expect(await caughtFault(translate(['one', 'two']))).toMatchObject({
      code: 'too_large',
      retryable: false,
    });
    expect(server.requests).toHaveLength(1);
  });

  for (const contextErrorStyle of ['openai', 'llama.cpp', 'vllm', 'llama.cpp-500'] as const) {
    it(`reports too_large if the context is too small, in the words of ${contextErrorStyle}`, async () => {
      const { server, translate } = await setUp({ contextLength: 10, contextErrorStyle });
      expect((await caughtFault(translate(['Save']))).code).toBe('too_large');
      expect(server.requests).toHaveLength(1);
    });
  }

  it('reports too_large for more segments than its limit', async () => {
    const { translate } = await setUp();
    expect((await caughtFault(translate(Array(41).fill('x')))).code).toBe('too_large');
  });

  it('distinguishes an exhausted account from too many requests, although both are 429', async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '2' } });
    expect(await caughtFault(translate(['Save']))).toMatchObject({
      code: 'engine_rate_limited',
      retryAfterMs: 2_000,
    });
    const quota = {
      error: {
        message: 'You exceeded your current quota',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    };
    server.fail({ kind: 'status', status: 429, body: quota });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_quota');
  });

  it.each([
    [
      429,
      {
        code: 'Some resource has been exhausted',
        error:
          'Your team 1 has either used all available credits or reached its monthly spending limit.',
      },
      'engine_quota',
    ],
    [403, { error: 'You have run out of credits.' }, 'engine_quota'],
    [429, { error: { message: 'Insufficient balance' } }, 'engine_quota'],
    [
      429,
      { error: { message: 'You exceeded your current quota. Retry in 37s.' } },
      'engine_rate_limited',
    ],
  ])(
    'maps the error %i %j to an exhausted quota or to a rate limit',
    async (status, body, code) => {
      const { server, translate } = await setUp();
      server.fail({ kind: 'status', status, body });
      expect((await caughtFault(translate(['Save']))).code).toBe(code);
    },
  );

  it('reports that a model is loading, with the delay before a retry', async () => {
    const { server, translate } = await setUp();
    const loading = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } };
    server.fail({ kind: 'status', status: 503, body: loading });
    expect(await caughtFault(translate(['Save']))).toMatchObject({
      code: 'engine_model_loading',
      retryable: true,
      retryAfterMs: 5_000,
    });
    expect(bodies(await translate(['Save']))).toEqual(['Save~de']);
  });

  it('reports engine_auth for a wrong key, and reveals no part of the key', async () => {
    const { context, translate } = await setUp(
      { requiresKey: true },
      { OPENAI_API_KEY: 'sk-wrong-5e1' },
    );
    const error = await caughtFault(translate(['Save']));
    expect(error.code).toBe('engine_auth');
    expect(context.logs).toHaveLength(1);
    expect([error.message, ...context.logs].join()).not.toContain('5e1');
  });

  it('reports that the server does not have the model', async () => {
    const { translate } = await setUp({}, { OPENAI_MODEL: 'other' });
    const error = await caughtFault(translate(['Save']));
    expect(error).toMatchObject({ code: 'engine_unavailable', retryable: false });
    expect(error.message).toContain('does not have this model');
  });

  it('waits for a slow model up to the configured timeout, and ends a hanging request', async () => {
    const { server, translate } = await setUp({}, { OPENAI_TIMEOUT_MS: '250' });
    server.fail({ kind: 'slow', delayMs: 50 });
    expect(bodies(await translate(['Save']))).toEqual(['Save~de']);
    server.fail({ kind: 'hang' }, { times: 9 });
    expect((await caughtFault(translate(['Save']))).code).toBe('engine_timeout');
  });
});
