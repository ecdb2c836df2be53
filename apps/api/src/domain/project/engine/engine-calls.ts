import { setTimeout as delay } from 'node:timers/promises';
import { type Attributes, SpanKind } from '@opentelemetry/api';
import { backoffMs } from '../../../lib/retry.ts';
import { inSpan } from '../../../lib/spans.ts';
import {
  type Engine,
  EngineError,
  type EngineErrorCode,
  type EngineFault,
  type SegmentResult,
  type TranslateCall,
} from '../../../providers/mt/engine.ts';
import { raceAbort } from '../../../race-abort.ts';

/**
 * Codes of errors that concern only one text or one call. After these errors, the service asks the
 * same engine again with fewer texts. After other errors, it asks the next engine.
 */
export const OF_CONTENT: ReadonlySet<EngineErrorCode> = new Set([
  'engine_bad_response',
  'too_large',
]);

/**
 * Time in milliseconds that is added to the timeout of an engine's own requests, so that the caller
 * gets the engine's error instead of a timeout.
 */
const OWN_TIMEOUT_MARGIN_MS = 10_000;

/** Delay in milliseconds before a retry, if the engine does not state a delay. */
export const RETRY_MS = 1_000;

export interface Patience {
  /** Time limit of a call in milliseconds. If an engine has a longer limit, its limit applies instead. */
  readonly callTimeoutMs: number;
  /**
   * Maximum delay in milliseconds before a retry. If the engine asks for a longer delay, the call
   * fails.
   */
  readonly maxWaitMs: number;
  /**
   * Delay in milliseconds before the first retry, if the engine does not state a delay. It doubles
   * with each retry. Defaults to 500.
   */
  readonly firstWaitMs?: number;
  /** Time after which no further call starts, on the clock of `performance.now()`. */
  readonly deadlineAt?: number;
}

/** Maximum number of requests for one call after temporary errors, such as a rate limit. */
export const MAX_TRIES = 4;
/**
 * Maximum number of requests of a call for one segment if the answers are unusable. It is small,
 * because the service later sends the segment again in another form. A call for several segments is
 * not repeated, because the queue splits it into halves.
 */
export const MAX_CONTENT_TRIES = 2;
/**
 * Number of calls with unusable answers after which an engine is no longer called, if it has never
 * given a usable answer. Without this limit, a job would pay for every string.
 */
export const MAX_UNUSABLE_CALLS = 5;
/**
 * Number of consecutive permanent errors, such as a wrong API key, after which an engine is no
 * longer called.
 */
export const MAX_FAILED_CALLS = 3;

/**
 * Calls an engine and retries failed requests. No other class retries. docs/engines.md states the
 * resulting maximum number of requests.
 */
export class EngineCalls {
  hasAnswered = false;
  /** Number of calls that were sent, including failed calls. */
  sent = 0;
  /**
   * The error after which the engine is no longer called. All further calls fail with the same
   * error.
   */
  fault: EngineFault | null = null;
  readonly #engine: Engine;
  readonly #patience: Patience;
  #unusableCalls = 0;
  #failedCalls = 0;

  constructor(engine: Engine, patience: Patience) {
    this.#engine = engine;
    this.#patience = patience;
  }

  /**
   * Returns the maximum number of attempts for a call with unusable answers. It is 1 for a call with several texts. It
   * is also 1 for an engine with a limited number of answers for each text, because another form of the call needs the
   * other answers.
   */
  #contentTries({ segments }: TranslateCall): number {
    const isOnce = segments.length > 1 || this.#engine.capabilities.maxAnswers !== undefined;
    return isOnce ? 1 : MAX_CONTENT_TRIES;
  }

  get isUnusable(): boolean {
    return this.fault !== null && OF_CONTENT.has(this.fault.code);
  }

  get isBusy(): boolean {
    return this.fault?.retryable === true && !this.isUnusable;
  }

  /**
   * Calls the engine, and retries after temporary errors. Returns a result for each segment, in
   * their order. If the call fails, each result contains the error. Rejects if the signal aborts.
   */
  async send(call: TranslateCall): Promise<SegmentResult[]> {
    for (let tries = 1; ; tries++) {
      if (this.fault) return failedSegments(call, this.fault);
      const outcome = await this.#callOnce(call);
      if (Array.isArray(outcome)) {
        this.#noteResults(outcome, call);
        return outcome;
      }
      const waitMs = this.#waitBeforeRetry(outcome, call, tries);
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
   * Calls the engine once. Does not wait longer than the timeout, because an engine may ignore the
   * abort signal.
   */
  async #callOnce(call: TranslateCall): Promise<SegmentResult[] | EngineFault> {
    call.signal.throwIfAborted();
    const { id, capabilities } = this.#engine;
    const { requestTimeoutMs } = capabilities;
    const ownMs = requestTimeoutMs === undefined ? 0 : requestTimeoutMs + OWN_TIMEOUT_MARGIN_MS;
    const timeoutMs = Math.min(Math.max(this.#patience.callTimeoutMs, ownMs), this.#leftMs());
    if (timeoutMs <= 0) return { code: 'engine_timeout', detail: 'the call timed out' };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const signal = AbortSignal.any([call.signal, timeout.signal]);
    this.sent++;
    try {
      const results = await inSpan(
        `engine ${id}`,
        { kind: SpanKind.CLIENT, attributes: attributesOf(id, call) },
        () => raceAbort(this.#engine.translate({ ...call, signal }), signal),
      );
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

  /** Returns the delay in milliseconds before the next retry. Null if the call is not retried. */
  #waitBeforeRetry(fault: EngineFault, call: TranslateCall, tries: number): number | null {
    if (!fault.retryable) return null;
    if (tries >= (OF_CONTENT.has(fault.code) ? this.#contentTries(call) : MAX_TRIES)) return null;
    const { maxWaitMs, firstWaitMs: firstMs = 500 } = this.#patience;
    const waitMs = Math.max(fault.retryAfterMs ?? 0, backoffMs(tries, { firstMs }));
    return waitMs > Math.min(maxWaitMs, this.#leftMs()) ? null : waitMs;
  }

  #leftMs(): number {
    return (this.#patience.deadlineAt ?? Number.POSITIVE_INFINITY) - performance.now();
  }

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

  #noteFault(fault: EngineFault, { segments }: TranslateCall): void {
    if (OF_CONTENT.has(fault.code)) {
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

const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/**
 * Returns the results in the order of the segments. A missing, duplicate or empty result becomes an
 * error.
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
    if (error) {
      const { code, retryable } = error;
      const isRepeated = retryable === true && OF_CONTENT.has(code);
      const detail = storable(error.detail);
      return { id, error: { code, detail, ...(isRepeated && { retryable }) } };
    }
    if (body === undefined) {
      return unusable(id, 'The engine returned neither a translation nor an error');
    }
    if (!warnings) return { id, body };
    const said = warnings.map(({ code, detail }) => ({ code, detail: storable(detail) }));
    return { id, body, warnings: said };
  });
}

const attributesOf = (
  id: string,
  { sourceLocale, targetLocale, segments }: TranslateCall,
): Attributes => ({
  'parlance.engine': id,
  'parlance.source_locale': sourceLocale,
  'parlance.target_locale': targetLocale,
  'parlance.segments': segments.length,
  'parlance.characters': segments.reduce((sum, { body }) => sum + body.length, 0),
});

const unusable = (id: string, detail: string): SegmentResult => ({
  id,
  error: { code: 'engine_bad_response', detail, retryable: true },
});
