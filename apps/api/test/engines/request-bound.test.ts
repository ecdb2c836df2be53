import { afterEach, describe, expect, test } from 'vitest';
import {
  MAX_CONTENT_TRIES,
  MAX_FAILED_CALLS,
  MAX_TRIES,
  MAX_UNUSABLE_CALLS,
} from '../../src/domain/project/engine/engine-calls.ts';
import { maxHalves } from '../../src/domain/translation/pipeline/call-queue.ts';
import { createOpenaiCompatible } from '../../src/providers/mt/openai-compatible.ts';
import { createRecordingContext } from './engine-context.ts';
import type { TransportFault } from './faulty-server.ts';
import type { CompletionFault } from './models/fake-model.ts';
import { startOpenaiServer } from './openai-server.ts';
import { translateAll } from './translate-all.ts';

/** Number of strings. It is far greater than the number that the engine sends in one call. */
const STRINGS = 600;
const CALLS_AT_ONCE = 3;
/** Number of forms of a request that a server may refuse one after the other. */
const FORMS = 4;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Translates strings with a server that has a permanent fault. Returns the number of requests and the outcomes. */
async function countRequests(fault: CompletionFault | TransportFault) {
  const server = await startOpenaiServer();
  const engine = createOpenaiCompatible(
    {
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: server.key,
      OPENAI_MODEL: server.options.model,
      OPENAI_CONCURRENT_CALLS: String(CALLS_AT_ONCE),
      OPENAI_TIMEOUT_MS: fault.kind === 'hang' ? '1000' : '60000',
    },
    createRecordingContext(),
  )!;
  closers.push(() => engine.close(), server.close);
  server.fail(fault, { times: Number.POSITIVE_INFINITY });
  const patience = { callTimeoutMs: 60_000, maxWaitMs: 50, firstWaitMs: 1 };
  const texts = Array.from({ length: STRINGS }, (_, index) => `Text ${index}`);
  const results = await translateAll(engine, texts, patience);
  return {
    requests: server.requests.length,
    statuses: new Set(results.map((result) => result.status)),
  };
}

const status = (code: number, headers = {}): TransportFault => ({
  kind: 'status',
  status: code,
  headers,
});

describe('the number of requests to an engine', () => {
  test.each<[string, CompletionFault | TransportFault, most: number]>([
    ['answers 500', status(500), CALLS_AT_ONCE * MAX_TRIES],
    ['answers 408', status(408), CALLS_AT_ONCE * MAX_TRIES],
    ['answers 429', status(429), CALLS_AT_ONCE * MAX_TRIES],
    ['asks to wait for an hour', status(429, { 'retry-after': '3600' }), CALLS_AT_ONCE],
    ['closes the connection', { kind: 'reset' }, CALLS_AT_ONCE * MAX_TRIES],
    ['never answers', { kind: 'hang' }, CALLS_AT_ONCE * MAX_TRIES],
    ['rejects the key', status(401), MAX_FAILED_CALLS + CALLS_AT_ONCE - 1],
    ['has no credit', status(402), MAX_FAILED_CALLS + CALLS_AT_ONCE - 1],
    [
      'answers with prose',
      { kind: 'only-prose' },
      (MAX_UNUSABLE_CALLS + CALLS_AT_ONCE - 1) * MAX_CONTENT_TRIES,
    ],
    [
      'answers with something else than JSON',
      { kind: 'not-json' },
      (MAX_UNUSABLE_CALLS + CALLS_AT_ONCE - 1) * MAX_CONTENT_TRIES,
    ],
    [
      'refuses every form of a request',
      status(400),
      (MAX_UNUSABLE_CALLS + CALLS_AT_ONCE - 1) * FORMS,
    ],
  ])('stays bounded if the engine %s', async (_, fault, most) => {
    const { requests, statuses } = await countRequests(fault);
    expect([...statuses]).toEqual(['failed']);
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(most);
  });

  test('stays bounded if the engine rejects every batch as too large', async () => {
    const { requests } = await countRequests(status(413));
    const batches = Math.ceil(STRINGS / 40);
    expect(requests).toBeLessThanOrEqual(
      batches + maxHalves(40) + MAX_UNUSABLE_CALLS + CALLS_AT_ONCE - 1,
    );
  });
});
