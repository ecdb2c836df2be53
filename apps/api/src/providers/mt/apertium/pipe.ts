import { EngineError, type EngineErrorCode } from '../engine.ts';
import { frame, unframe } from './frame.ts';
import { type PipelineCommand, type PipelineProcess, startPipeline } from './process.ts';
import { RequestGroup } from './request-group.ts';
import { type PipeOutcome, RequestLine } from './request-line.ts';

export interface PipeOptions {
  readonly command: PipelineCommand;
  readonly label: string;
  /**
   * Time without output, in milliseconds, after which the pipeline counts as hung while requests
   * wait.
   */
  readonly requestTimeoutMs: number;
  /**
   * Time without output, in milliseconds, after which the pipeline counts as hung while it loads
   * its dictionaries.
   */
  readonly startTimeoutMs: number;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
}

const MAX_STARTS = 2;
const FAULT_KEPT_MS = 60_000;
const END_GRACE_MS = 1_000;
/**
 * An empty request to a new pipeline. The answer proves that the pipeline has loaded its
 * dictionaries and works.
 */
const PROBE = { id: 0, stream: '' };

/**
 * A persistent pipeline and its requests. The first request starts the pipeline. After a failure,
 * the next request starts it again.
 */
export class Pipe {
  readonly #options: PipeOptions;
  readonly #line = new RequestLine();
  #process: PipelineProcess | undefined;
  /** Pipeline processes that were killed and have not ended yet. */
  readonly #dying = new Set<Promise<void>>();
  #isReady = false;
  #starting: Promise<void> | undefined;
  #failedStarts = 0;
  #lastFault: { error: EngineError; untilMs: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = PROBE.id + 1;
  #closing: Promise<void> | undefined;

  constructor(options: PipeOptions) {
    this.#options = options;
  }

  /** Returns the reason why the pipeline cannot be started now. Undefined if it can be started. */
  fault(): EngineError | undefined {
    const last = this.#lastFault;
    return last !== undefined && performance.now() < last.untilMs ? last.error : undefined;
  }

  pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Sends each text as a request. Resolves with the results in the same order. If the signal
   * aborts, rejects with the reason of the signal.
   */
  request(streams: readonly string[], signal: AbortSignal): Promise<PipeOutcome[]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const refusal = this.#closing === undefined ? this.fault() : closedError();
      if (refusal !== undefined) throw refusal;
      if (streams.length === 0) return resolve([]);
      const group = new RequestGroup(streams, () => this.#nextId++, { signal, resolve, reject });
      this.#line.add(group.requests);
      this.#pump();
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#line.failAll(closedError());
    await this.#starting;
    clearTimeout(this.#timer);
    const last = this.#process;
    this.#process = undefined;
    await Promise.all([last?.end(END_GRACE_MS), ...this.#dying]);
  }

  #pump(): void {
    if (this.#closing !== undefined || !this.#line.hasWaiting()) return;
    const current = this.#process;
    if (current === undefined) {
      this.#starting ??= this.#start().finally(() => {
        this.#starting = undefined;
        this.#pump();
      });
      return;
    }
    if (!this.#isReady) return;
    if (this.#line.first() === undefined) this.#expectAnswerWithin(this.#options.requestTimeoutMs);
    for (let block = this.#line.send(); block !== undefined; block = this.#line.send())
      current.write(frame(block));
  }

  async #start(): Promise<void> {
    let started: PipelineProcess | undefined;
    let endedWith: string | undefined;
    const isCurrent = () => started !== undefined && this.#process === started;
    try {
      started = await startPipeline(this.#options.command, {
        onBlock: (block) => {
          if (isCurrent()) this.#receive(block);
        },
        onEnd: (how, said) => {
          endedWith = said === '' ? how : `${how}: ${said}`;
          // Quotes the output only if the pipeline failed to start. The output of a running
          // pipeline may contain texts of users.
          if (isCurrent()) this.#fail('engine_unavailable', this.#isReady ? how : endedWith);
        },
      });
    } catch (error) {
      return this.#failStart(error instanceof Error ? error.message : String(error));
    }
    if (endedWith !== undefined) return this.#failStart(endedWith);
    this.#process = started;
    this.#isReady = false;
    if (this.#closing !== undefined) return;
    this.#expectAnswerWithin(this.#options.startTimeoutMs);
    started.write(frame([PROBE]));
  }

  #receive(block: string): void {
    const asked = this.#isReady ? this.#line.first() : [PROBE];
    const answers = asked && unframe(asked, block);
    if (answers === undefined) {
      this.#fail('engine_bad_response', 'its answer does not match the request');
      return;
    }
    if (this.#isReady) this.#line.answer(answers);
    else {
      this.#isReady = true;
      this.#failedStarts = 0;
      this.#lastFault = undefined;
    }
    if (this.#line.first() === undefined) clearTimeout(this.#timer);
    else this.#timer?.refresh();
    this.#pump();
  }

  #expectAnswerWithin(timeoutMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#fail('engine_timeout', `no answer within ${timeoutMs} ms`),
      timeoutMs,
    );
  }

  /** Kills the pipeline process and decides which of its requests are sent again. */
  #fail(code: EngineErrorCode, why: string): void {
    clearTimeout(this.#timer);
    const wasReady = this.#isReady;
    if (this.#process !== undefined) {
      const ended = this.#process.kill().finally(() => this.#dying.delete(ended));
      this.#dying.add(ended);
    }
    this.#process = undefined;
    this.#isReady = false;
    const { label, log } = this.#options;
    if (wasReady) {
      log('apertium pipeline failed', { mode: label, reason: why });
      const detail = `Apertium's ${label} failed to translate this string: ${why}`;
      this.#line.retry(() => new EngineError(code, detail));
    } else this.#failStart(why);
    this.#pump();
  }

  #failStart(why: string): void {
    this.#failedStarts++;
    if (this.#failedStarts < MAX_STARTS) return;
    this.#failedStarts = 0;
    const { label, log } = this.#options;
    log('apertium pipeline failed to start', { mode: label, reason: why });
    const error = new EngineError(
      'engine_unavailable',
      `Apertium's ${label} failed to start: ${why}`,
      { retryable: true, retryAfterMs: FAULT_KEPT_MS },
    );
    this.#lastFault = { error, untilMs: performance.now() + FAULT_KEPT_MS };
    this.#line.failAll(error);
  }
}

export const closedError = (): EngineError =>
  new EngineError('engine_unavailable', 'Apertium is shut down');
