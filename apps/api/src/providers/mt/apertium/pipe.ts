import { EngineError } from '../engine.ts';
import { frame, unframe } from './frame.ts';
import { type PipelineCommand, type PipelineProcess, startPipeline } from './process.ts';
import { createRequestLine, type PipeOutcome, type Request } from './request-line.ts';

export interface PipeOptions {
  readonly command: PipelineCommand;
  /** Names the pipeline in messages. */
  readonly label: string;
  /** The longest that the pipeline may be silent while requests wait for it. */
  readonly requestTimeoutMs: number;
  /** The same for a pipeline that loads its dictionaries. */
  readonly startTimeoutMs: number;
  readonly log: (message: string, fields?: Record<string, unknown>) => void;
}

/** One persistent pipeline, restarted when it fails, and the requests on their way through it. */
export interface Pipe {
  /**
   * Sends stream text, one request per item, and resolves with the outcomes in the same order.
   * Rejects with the signal's reason when it aborts; what is on its way then is thrown away.
   */
  request(streams: readonly string[], signal: AbortSignal): Promise<PipeOutcome[]>;
  /** Why the pipeline could not be started, for a while after it could not. */
  fault(): EngineError | undefined;
  /** The process group of the running pipeline. */
  pid(): number | undefined;
  close(): Promise<void>;
}

const MAX_STARTS = 2;
const FAULT_KEPT_MS = 60_000;
const END_GRACE_MS = 1_000;
/** The answer to it proves that a pipeline has loaded and works. */
const PROBE = { id: 0, stream: '' };

/** Makes a pipe; its process is started by the first request, and again when it has failed. */
export function createPipe(options: PipeOptions): Pipe {
  const line = createRequestLine();
  let process: PipelineProcess | undefined;
  /** Processes that were given up and have not ended yet. */
  const dying = new Set<Promise<void>>();
  let isReady = false;
  let starting: Promise<void> | undefined;
  let failedStarts = 0;
  let lastFault: { error: EngineError; untilMs: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let nextId = PROBE.id + 1;
  let closing: Promise<void> | undefined;

  function fault(): EngineError | undefined {
    return lastFault !== undefined && performance.now() < lastFault.untilMs
      ? lastFault.error
      : undefined;
  }

  function expectAnswerWithin(timeoutMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => fail('engine_timeout', `no answer within ${timeoutMs} ms`), timeoutMs);
  }

  function pump(): void {
    if (closing !== undefined || !line.hasWaiting()) return;
    if (process === undefined) {
      starting ??= start().finally(() => {
        starting = undefined;
        pump();
      });
      return;
    }
    if (!isReady) return;
    if (line.first() === undefined) expectAnswerWithin(options.requestTimeoutMs);
    for (let block = line.send(); block !== undefined; block = line.send())
      process.write(frame(block));
  }

  async function start(): Promise<void> {
    let started: PipelineProcess | undefined;
    let endedWith: string | undefined;
    const isCurrent = () => started !== undefined && process === started;
    try {
      started = await startPipeline(options.command, {
        onBlock: (block) => {
          if (isCurrent()) receive(block);
        },
        onEnd: (how, said) => {
          endedWith = said === '' ? how : `${how}: ${said}`;
          // A pipeline that has not started has seen no text; the words of one that has may quote it.
          if (isCurrent()) fail('engine_unavailable', isReady ? how : endedWith);
        },
      });
    } catch (error) {
      return failStart(error instanceof Error ? error.message : String(error));
    }
    if (endedWith !== undefined) return failStart(endedWith);
    process = started;
    isReady = false;
    if (closing !== undefined) return;
    expectAnswerWithin(options.startTimeoutMs);
    started.write(frame([PROBE]));
  }

  function receive(block: string): void {
    const asked = isReady ? line.first() : [PROBE];
    const answers = asked && unframe(asked, block);
    if (answers === undefined) {
      fail('engine_bad_response', 'its answer does not match the request');
      return;
    }
    if (isReady) line.answer(answers);
    else {
      isReady = true;
      failedStarts = 0;
      lastFault = undefined;
    }
    if (line.first() === undefined) clearTimeout(timer);
    else timer?.refresh();
    pump();
  }

  /** Gives the process up, and sorts out what was in it. */
  function fail(
    code: 'engine_timeout' | 'engine_unavailable' | 'engine_bad_response',
    why: string,
  ) {
    clearTimeout(timer);
    const wasReady = isReady;
    if (process !== undefined) {
      const ended = process.kill().finally(() => dying.delete(ended));
      dying.add(ended);
    }
    process = undefined;
    isReady = false;
    if (!wasReady) {
      failStart(why);
      return pump();
    }
    options.log('apertium pipeline failed', { mode: options.label, reason: why });
    line.retry(
      () =>
        new EngineError(
          code,
          `Apertium's ${options.label} failed to translate this string: ${why}`,
        ),
    );
    pump();
  }

  function failStart(why: string): void {
    failedStarts++;
    if (failedStarts < MAX_STARTS) return;
    failedStarts = 0;
    options.log('apertium pipeline failed to start', { mode: options.label, reason: why });
    const error = new EngineError(
      'engine_unavailable',
      `Apertium's ${options.label} failed to start: ${why}`,
      { retryable: true, retryAfterMs: FAULT_KEPT_MS },
    );
    lastFault = { error, untilMs: performance.now() + FAULT_KEPT_MS };
    line.failAll(error);
  }

  function request(streams: readonly string[], signal: AbortSignal): Promise<PipeOutcome[]> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const refusal = closing === undefined ? fault() : closedError();
      if (refusal !== undefined) throw refusal;
      const outcomes: PipeOutcome[] = [];
      let open = streams.length;
      if (open === 0) return resolve(outcomes);
      const failCall = (error: unknown) => {
        signal.removeEventListener('abort', abort);
        for (const request of requests) request.isAbandoned = true;
        reject(error);
      };
      const abort = () => failCall(signal.reason);
      const requests = streams.map((stream, index): Request => {
        const settle = (outcome: PipeOutcome) => {
          if (request.isAbandoned) return;
          outcomes[index] = outcome;
          open--;
          if (open > 0) return;
          signal.removeEventListener('abort', abort);
          resolve(outcomes);
        };
        const request = { id: nextId++, stream, failures: 0, isAbandoned: false, settle, failCall };
        return request;
      });
      signal.addEventListener('abort', abort, { once: true });
      line.add(requests);
      pump();
    });
  }

  function closedError(): EngineError {
    return new EngineError('engine_unavailable', 'Apertium is shut down');
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    line.failAll(closedError());
    await starting;
    clearTimeout(timer);
    const last = process;
    process = undefined;
    await Promise.all([last?.end(END_GRACE_MS), ...dying]);
  }

  return {
    request,
    fault,
    pid: () => process?.pid,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
