import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from '../../../lib/retry.ts';
import type { Engine, TranslateCall } from '../../../providers/mt/engine.ts';
import { type Answer, callEngine, type EngineFault } from './call-engine.ts';
import { OF_CONTENT } from './string-error.ts';

/** Limits on the time of calls. */
export interface Patience {
  /** Timeout of one call. */
  readonly callTimeoutMs: number;
  /** Maximum delay before a retry. If the engine asks for a longer delay, its fault is returned. */
  readonly maxWaitMs: number;
  /** Delay before the first retry if the engine asks for none; doubles with each. Defaults to 500 ms. */
  readonly firstWaitMs?: number;
  /** No call begins after it. In milliseconds of `performance.now()`. */
  readonly deadlineAt?: number;
}

/** Requests for one call if its fault may pass: a rate limit, a server error, a closed connection. */
export const MAX_TRIES = 4;
/** Requests for one call if its answer is unusable: other steps ask for its segments again. */
export const MAX_CONTENT_TRIES = 2;
/**
 * Calls with unusable answers, and no usable answer before them, after which an engine is not asked any more: a model
 * that does not keep to the form would be paid for each string of a job.
 */
export const MAX_UNUSABLE_CALLS = 5;
/** Calls in a row after which an engine is not asked any more whose fault does not pass, for example a wrong key. */
export const MAX_FAILED_CALLS = 3;

/**
 * The calls of one queue to an engine: the one place that repeats a request. docs/engines.md has the bound on
 * requests that follows from it.
 */
export class EngineCalls {
  readonly engineId: string;
  /** True if the engine has given a usable answer. */
  hasAnswered = false;
  /** The fault for which the engine is not called any more; calls fail with it at once. */
  fault: EngineFault | null = null;
  readonly #engine: Engine;
  readonly #patience: Patience;
  #unusableCalls = 0;
  #failedCalls = 0;

  constructor(engine: Engine, patience: Patience) {
    this.engineId = engine.id;
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

  /** Calls the engine, again if that may help. Faults are answers; rejects with the signal's reason. */
  async send(call: TranslateCall): Promise<Answer[]> {
    for (let tries = 1; ; tries++) {
      if (this.fault) return failAll(call, this.fault);
      const leftMs = this.#leftMs();
      const outcome = await callEngine(
        this.#engine,
        call,
        Math.min(this.#patience.callTimeoutMs, leftMs),
      );
      if (Array.isArray(outcome)) {
        this.#noteAnswers(outcome, call);
        return outcome;
      }
      const waitMs = this.#waitBeforeRetry(outcome, tries);
      if (waitMs === null) {
        this.#noteFault(outcome, call);
        return failAll(call, outcome);
      }
      await delay(waitMs, undefined, { signal: call.signal }).catch((error: Error) => {
        call.signal.throwIfAborted();
        throw error;
      });
    }
  }

  /** Delay before the next try; null if there is none. */
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

  /** One usable answer shows that the engine works. */
  #noteAnswers(answers: readonly Answer[], call: TranslateCall): void {
    const faults = answers.flatMap((answer) => ('fault' in answer ? [answer.fault] : []));
    if (faults.length === answers.length) {
      const [first] = faults;
      if (faults.every(({ code }) => OF_CONTENT.has(code))) this.#noteFault(first!, call);
      return;
    }
    this.hasAnswered = true;
    this.#failedCalls = 0;
  }

  /** Stops the calls to an engine that is busy, or that fails again and again. */
  #noteFault(fault: EngineFault, { segments }: TranslateCall): void {
    if (OF_CONTENT.has(fault.code)) {
      // Fewer strings may fit.
      if (this.hasAnswered || (fault.code === 'too_large' && segments.length > 1)) return;
      if (++this.#unusableCalls >= MAX_UNUSABLE_CALLS) this.fault ??= fault;
    } else if (fault.retryable || ++this.#failedCalls >= MAX_FAILED_CALLS) {
      this.fault ??= fault;
    }
  }
}

const failAll = (call: TranslateCall, fault: EngineFault): Answer[] =>
  call.segments.map(() => ({ fault }));
