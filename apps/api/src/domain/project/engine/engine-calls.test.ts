import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLOWNESS } from '../../../../../../scripts/slowness.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { answerCall, createScriptedEngine } from '../../../../test/engines/scripted-engine.ts';
import { EngineError, type EngineErrorCode } from '../../../providers/mt/engine.ts';
import { EngineCalls, MAX_FAILED_CALLS, MAX_TRIES, MAX_UNUSABLE_CALLS } from './engine-calls.ts';

const CODES: readonly EngineErrorCode[] = [
  'engine_auth',
  'engine_bad_response',
  'engine_model_loading',
  'engine_quota',
  'engine_rate_limited',
  'engine_timeout',
  'engine_unavailable',
  'too_large',
  'unsupported_pair',
];

/**
 * Maximum number of calls to an engine that always fails, whether its answers are errors or
 * unusable texts.
 */
const MOST_CALLS = MAX_FAILED_CALLS + MAX_UNUSABLE_CALLS - 1;

test('an engine without a usable answer gets a bounded number of requests, for any mix of faults', async () => {
  const fault = fc.record({ code: fc.constantFrom(...CODES), retryable: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fault), async (faults) => {
      const engine = createScriptedEngine({
        answer: async () => {
          const { code, retryable } = faults.next().value;
          throw new EngineError(code, 'no', { retryable });
        },
      });
      const calls = new EngineCalls(engine, {
        callTimeoutMs: 5_000 * SLOWNESS,
        maxWaitMs: 0,
        firstWaitMs: 0,
      });
      for (let call = 0; call < 50; call++) {
        const answers = await calls.send({
          sourceLocale: 'en',
          targetLocale: 'es',
          rendering: 'xml',
          segments: [{ id: '0', body: 'Text' }],
          signal: new AbortController().signal,
        });
        expect(answers).toMatchObject([{ error: { detail: 'no' } }]);
      }
      expect(engine.calls.length).toBeGreaterThan(0);
      expect(engine.calls.length).toBeLessThanOrEqual(MOST_CALLS * MAX_TRIES);
    }),
    { numRuns: testRuns(100) },
  );
});

test.each([
  ['waits as long as the engine, whose own limit is longer', 600_000, undefined, 'translated'],
  [
    'waits no longer than the limit of a call, if the engine has none',
    undefined,
    undefined,
    'engine_timeout',
  ],
  ['ends with the request for which it is made', 600_000, 100, 'engine_timeout'],
])('a call %s', async (_, requestTimeoutMs, endsInMs, expected) => {
  const engine = createScriptedEngine({
    ...(requestTimeoutMs !== undefined && { capabilities: { requestTimeoutMs } }),
    answer: async (call) => {
      // Simulates an engine that ignores the signal and never answers.
      if (expected === 'engine_timeout') await new Promise(() => {});
      await delay(200);
      return answerCall(call);
    },
  });
  const calls = new EngineCalls(engine, {
    callTimeoutMs: 50,
    maxWaitMs: 0,
    ...(endsInMs !== undefined && { deadlineAt: performance.now() + endsInMs }),
  });
  const [answer] = await calls.send({
    sourceLocale: 'en',
    targetLocale: 'es',
    rendering: 'xml',
    segments: [{ id: '0', body: 'Text' }],
    signal: new AbortController().signal,
  });
  expect(answer?.error?.code ?? 'translated').toBe(expected);
});
