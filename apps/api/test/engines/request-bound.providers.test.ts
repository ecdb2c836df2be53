import { describe, expect, it } from 'vitest';
import {
  MAX_CONTENT_TRIES,
  MAX_FAILED_CALLS,
  MAX_TRIES,
  MAX_UNUSABLE_CALLS,
} from '../../src/domain/project/engine/engine-calls.ts';
import type { TransportFault } from './faulty-server.ts';
import { useHtmlEngine } from './html/describe-html-engine.ts';
import { AMAZON, AZURE, GOOGLE } from './html/kinds.ts';
import { type FaultySubject, PATIENCE } from './inject-faults.ts';
import { useModelEngine } from './models/describe-model-engine.ts';
import { ANTHROPIC, GEMINI } from './models/kinds.ts';
import { translateAll } from './translate-all.ts';

/** Number of strings. It is far greater than the number that an engine sends in one call. */
const STRINGS = 400;

const FAULTS: readonly [fault: TransportFault, most: (callsAtOnce: number) => number][] = [
  [{ kind: 'status', status: 500 }, (calls) => calls * MAX_TRIES],
  [{ kind: 'status', status: 429 }, (calls) => calls * MAX_TRIES],
  [{ kind: 'status', status: 429, headers: { 'retry-after': '3600' } }, (calls) => calls],
  [{ kind: 'reset' }, (calls) => calls * MAX_TRIES],
  [{ kind: 'status', status: 401 }, (calls) => MAX_FAILED_CALLS + calls - 1],
  [{ kind: 'status', status: 402 }, (calls) => MAX_FAILED_CALLS + calls - 1],
  [{ kind: 'not-json' }, (calls) => (MAX_UNUSABLE_CALLS + calls - 1) * MAX_CONTENT_TRIES],
];

/** Google is called a second time with another access token. */
const REQUESTS_AFTER_401: Readonly<Record<string, number>> = { google: 2 };

describe('the number of requests to an engine', () => {
  const setUps: Record<string, () => Promise<FaultySubject<never>>> = {
    amazon: useHtmlEngine(AMAZON),
    azure: useHtmlEngine(AZURE),
    google: useHtmlEngine(GOOGLE),
    anthropic: useModelEngine(ANTHROPIC),
    gemini: useModelEngine(GEMINI),
  };
  const cases = Object.keys(setUps).flatMap((id) =>
    FAULTS.map(([fault, most]) => ({ id, fault, most })),
  );

  it.each(cases)('stays bounded for $id after $fault', async ({ id, fault, most }) => {
    const { engine, server } = await setUps[id]!();
    await engine.readiness('en', 'de');
    const before = server.requests.length;
    server.fail(fault, { times: Number.POSITIVE_INFINITY });
    const texts = Array.from({ length: STRINGS }, (_, index) => `Text ${index}`);
    const results = await translateAll(engine, texts, PATIENCE);
    expect([...new Set(results.map(({ status }) => status))]).toEqual(['failed']);
    const isRejected = fault.kind === 'status' && fault.status === 401;
    const translations = server.requests.slice(before).filter(({ path }) => path !== '/token');
    expect(translations.length).toBeGreaterThan(0);
    expect(translations.length).toBeLessThanOrEqual(
      most(engine.capabilities.maxConcurrentCalls) *
        (isRejected ? (REQUESTS_AFTER_401[id] ?? 1) : 1),
    );
  });
});
