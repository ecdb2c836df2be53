import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '../../lib/retry.ts';
import {
  type Engine,
  EngineError,
  type EngineErrorCode,
  type SegmentResult,
  type TranslateCall,
} from '../../providers/mt/engine.ts';
import { raceAbort } from '../../race-abort.ts';

/** Timeout of one call. Engines that speak HTTP have tried several times themselves by then. */
export interface CallPatience {
  /** Longest time of one call; an engine that does not even heed its signal is left alone then. */
  readonly callTimeoutMs: number;
  /** Longest wait before a call is tried again; who is asked to wait longer hears the engine's fault. */
  readonly maxWaitMs: number;
  readonly maxTries: number;
  /** By `performance.now()`: after that nothing is asked any more. */
  readonly deadlineAt?: number;
  /** Wait before the second try where the engine names none; doubles with each. */
  readonly firstWaitMs: number;
}

export interface SegmentFault {
  readonly code: EngineErrorCode;
  readonly detail: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** One answer for each segment that was asked, in their order. */
export type SegmentAnswer = SegmentResult & { readonly fault?: SegmentFault };

/**
 * Calls an engine, again where it says that this may help. Never rejects for what the engine did:
 * faults are answers. Rejects with the signal's reason once that has aborted.
 */
export async function callEngine(
  engine: Engine,
  call: TranslateCall,
  patience: CallPatience,
): Promise<SegmentAnswer[]> {
  for (let tries = 1; ; tries++) {
    const leftMs = (patience.deadlineAt ?? Number.POSITIVE_INFINITY) - performance.now();
    const outcome = await tryCall(engine, call, Math.min(patience.callTimeoutMs, leftMs));
    if (!('fault' in outcome)) return outcome.answers;
    const { fault } = outcome;
    const waitMs = fault.retryAfterMs ?? backoffMs(tries, { firstMs: patience.firstWaitMs });
    const isLate = waitMs > Math.min(patience.maxWaitMs, leftMs);
    if (!fault.retryable || tries >= patience.maxTries || isLate) {
      return call.segments.map(({ id }) => ({ id, fault }));
    }
    await delay(waitMs, undefined, { signal: call.signal }).catch((error: Error) => {
      call.signal.throwIfAborted();
      throw error;
    });
  }
}

type Outcome = { answers: SegmentAnswer[] } | { fault: SegmentFault };

async function tryCall(
  engine: Engine,
  call: TranslateCall,
  callTimeoutMs: number,
): Promise<Outcome> {
  call.signal.throwIfAborted();
  if (callTimeoutMs <= 0) {
    const detail = 'the call timed out';
    return { fault: { code: 'engine_timeout', detail, retryable: false } };
  }
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), callTimeoutMs);
  const signal = AbortSignal.any([call.signal, timeout.signal]);
  try {
    const results = await raceAbort(engine.translate({ ...call, signal }), signal);
    return { answers: answersOf(call, results) };
  } catch (error) {
    call.signal.throwIfAborted();
    if (timeout.signal.aborted) {
      const detail = `${engine.id} did not answer within ${Math.round(callTimeoutMs)} ms`;
      return { fault: { code: 'engine_timeout', detail, retryable: false } };
    }
    return { fault: faultOf(engine, error) };
  } finally {
    clearTimeout(timer);
  }
}

function faultOf(engine: Engine, error: unknown): SegmentFault {
  if (error instanceof EngineError) {
    const { code, message, retryable, retryAfterMs } = error;
    return { code, detail: storable(message), retryable, retryAfterMs };
  }
  const why = error instanceof Error ? error.message : String(error);
  const detail = storable(`${engine.id} failed: ${why}`);
  return { code: 'engine_bad_response', detail, retryable: false };
}

/** PostgreSQL keeps no U+0000 in a text, and JSON no half of a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Results by segment: one that is missing, comes twice or holds nothing is a fault of its own. */
function answersOf(call: TranslateCall, results: readonly SegmentResult[]): SegmentAnswer[] {
  const byId = new Map<string, SegmentResult | null>();
  for (const result of results) byId.set(result.id, byId.has(result.id) ? null : result);
  return call.segments.map(({ id }) => {
    const result = byId.get(id);
    if (!result) {
      const detail = `The engine returned ${result === null ? 'more than one' : 'no'} translation of this string`;
      return { id, fault: { code: 'engine_bad_response', detail, retryable: false } };
    }
    if (result.error) {
      const detail = storable(result.error.detail);
      return { ...result, fault: { ...result.error, detail, retryable: false } };
    }
    if (result.body !== undefined) {
      const warnings = result.warnings?.map((one) => ({ ...one, detail: storable(one.detail) }));
      return warnings ? { ...result, warnings } : result;
    }
    const detail = 'The engine returned neither a translation nor an error';
    return { id, fault: { code: 'engine_bad_response', detail, retryable: false } };
  });
}
