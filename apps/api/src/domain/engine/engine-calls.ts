import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '../../lib/retry.ts';
import {
  type Engine,
  EngineError,
  type EngineErrorCode,
  type EngineFault,
  type SegmentResult,
  type TranslateCall,
} from '../../providers/mt/engine.ts';
import { raceAbort } from '../../race-abort.ts';

/** Faults of a single text or call, which another step may avoid. After any other fault, the next engine is asked. */
export const OF_CONTENT: ReadonlySet<EngineErrorCode> = new Set([
  'engine_bad_response',
  'too_large',
]);

/** Delay before an engine is asked again if it states none. */
export const RETRY_MS = 1_000;

/** Limits on the time of calls. */
export interface Patience {
  /** Timeout of one call. */
  readonly callTimeoutMs: number;
  /** Maximum delay before a retry. If the engine asks for a longer delay, its fault is returned. */
  readonly maxWaitMs: number;
  /** Delay before the first retry if the engine asks for none. It doubles with each retry. Defaults to 500 ms. */
  readonly firstWaitMs?: number;
  /** No call begins after this time, in milliseconds of `performance.now()`. */
  readonly deadlineAt?: number;
}

/**
 * Maximum number of requests for one call whose fault may be temporary: a rate limit, a server error, a closed
 * connection.
 */
export const MAX_TRIES = 4;
/** Maximum number of requests for one call with an unusable answer, because other steps ask for its segments again. */
export const MAX_CONTENT_TRIES = 2;
/**
 * Number of calls with unusable answers, before any usable answer, after which an engine is no longer asked. A model
 * that does not follow the required form would otherwise be paid for each string of a job.
 */
export const MAX_UNUSABLE_CALLS = 5;
/**
 * Number of consecutive calls with a permanent fault, such as a wrong key, after which an engine is no longer asked.
 */
export const MAX_FAILED_CALLS = 3;

/**
 * The calls of one queue to an engine. Only this class repeats requests. docs/engines.md states the resulting bound on
 * requests.
 */
export class EngineCalls {
  /** True if the engine has given a usable answer. */
  hasAnswered = false;
  /** The fault because of which the engine is no longer called. Calls fail with it immediately. */
  fault: EngineFault | null = null;
  readonly #engine: Engine;
  readonly #patience: Patience;
  #unusableCalls = 0;
  #failedCalls = 0;

  constructor(engine: Engine, patience: Patience) {
    this.#engine = engine;
    this.#patience = patience;
  }

  /** True if the engine was given up because its answers were never usable. */
  get isUnusable(): boolean {
    return this.fault !== null && OF_CONTENT.has(this.fault.code);
  }

  /** True if the engine may answer again later. */
  get isBusy(): boolean {
    return this.fault?.retryable === true && !this.isUnusable;
  }

  /**
   * Calls the engine, and repeats the call if that may help. The results are in the order of the segments. If the call
   * fails, each result is an error. Rejects with the signal's reason.
   */
  async send(call: TranslateCall): Promise<SegmentResult[]> {
    for (let tries = 1; ; tries++) {
      if (this.fault) return failedSegments(call, this.fault);
      const outcome = await this.#callOnce(call);
      if (Array.isArray(outcome)) {
        this.#noteResults(outcome, call);
        return outcome;
      }
      const waitMs = this.#waitBeforeRetry(outcome, tries);
      if (waitMs === null) {
        this.#noteFault(outcome, call);
        return failedSegments(call, outcome);
      }
      await delay(waitMs, undefined, { signal: call.signal }).catch((error: Error) => {
        call.signal.throwIfAborted();
        throw error;
      });
    }
  }

  /**
   * Returns the fault of a call that failed as a whole. If an engine ignores its signal, its call is abandoned after
   * the timeout.
   */
  async #callOnce(call: TranslateCall): Promise<SegmentResult[] | EngineFault> {
    call.signal.throwIfAborted();
    const timeoutMs = Math.min(this.#patience.callTimeoutMs, this.#leftMs());
    if (timeoutMs <= 0) return { code: 'engine_timeout', detail: 'the call timed out' };
    const { id } = this.#engine;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const signal = AbortSignal.any([call.signal, timeout.signal]);
    try {
      const results = await raceAbort(this.#engine.translate({ ...call, signal }), signal);
      return inOrderOf(call, results);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!timeout.signal.aborted) return faultOf(id, error);
      const detail = `${id} did not answer within ${Math.round(timeoutMs)} ms`;
      return { code: 'engine_timeout', detail };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the delay before the next try, or null if there is none. */
  #waitBeforeRetry(fault: EngineFault, tries: number): number | null {
    if (!fault.retryable) return null;
    if (tries >= (OF_CONTENT.has(fault.code) ? MAX_CONTENT_TRIES : MAX_TRIES)) return null;
    const { maxWaitMs, firstWaitMs: firstMs = 500 } = this.#patience;
    const waitMs = Math.max(fault.retryAfterMs ?? 0, backoffMs(tries, { firstMs }));
    return waitMs > Math.min(maxWaitMs, this.#leftMs()) ? null : waitMs;
  }

  #leftMs(): number {
    return (this.#patience.deadlineAt ?? Number.POSITIVE_INFINITY) - performance.now();
  }

  /** A usable answer shows that the engine works. */
  #noteResults(results: readonly SegmentResult[], call: TranslateCall): void {
    const faults = results.flatMap(({ error }) => error ?? []);
    if (faults.length === results.length) {
      const [first] = faults;
      if (faults.every(({ code }) => OF_CONTENT.has(code))) this.#noteFault(first!, call);
      return;
    }
    this.hasAnswered = true;
    this.#failedCalls = 0;
  }

  /** Stops the calls to an engine that is busy, or that fails repeatedly. */
  #noteFault(fault: EngineFault, { segments }: TranslateCall): void {
    if (OF_CONTENT.has(fault.code)) {
      // A smaller request may be accepted.
      if (this.hasAnswered || (fault.code === 'too_large' && segments.length > 1)) return;
      if (++this.#unusableCalls >= MAX_UNUSABLE_CALLS) this.fault ??= fault;
    } else if (fault.retryable || ++this.#failedCalls >= MAX_FAILED_CALLS) {
      this.fault ??= fault;
    }
  }
}

const failedSegments = ({ segments }: TranslateCall, error: EngineFault): SegmentResult[] =>
  segments.map(({ id }) => ({ id, error }));

function faultOf(engineId: string, error: unknown): EngineFault {
  if (error instanceof EngineError) {
    const { code, message, retryable, retryAfterMs } = error;
    return { code, detail: storable(message), retryable, retryAfterMs };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { code: 'engine_bad_response', detail: storable(`${engineId} failed: ${why}`) };
}

/** PostgreSQL cannot store U+0000 in a text, and JSON cannot contain an unpaired surrogate. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/**
 * Returns the results in the order of the segments. A result that is missing, duplicate or empty is an error of its
 * segment.
 */
function inOrderOf(
  { segments }: TranslateCall,
  results: readonly SegmentResult[],
): SegmentResult[] {
  const byId = Map.groupBy(results, ({ id }) => id);
  return segments.map(({ id }) => {
    const [result, another] = byId.get(id) ?? [];
    if (!result || another) {
      const count = another ? 'more than one' : 'no';
      return unusable(id, `The engine returned ${count} translation of this string`);
    }
    const { body, error, warnings } = result;
    if (error) return { id, error: { code: error.code, detail: storable(error.detail) } };
    if (body === undefined) {
      return unusable(id, 'The engine returned neither a translation nor an error');
    }
    if (!warnings) return { id, body };
    const said = warnings.map(({ code, detail }) => ({ code, detail: storable(detail) }));
    return { id, body, warnings: said };
  });
}

const unusable = (id: string, detail: string): SegmentResult => ({
  id,
  error: { code: 'engine_bad_response', detail },
});
