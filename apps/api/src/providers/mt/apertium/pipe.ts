import { EngineError } from '../engine.ts';
import { frame, unframe } from './frame.ts';
import { type PipelineCommand, type PipelineProcess, startPipeline } from './process.ts';

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

export type PipeOutcome = { readonly answer: string } | { readonly error: EngineError };

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

interface Request {
  readonly id: number;
  readonly stream: string;
  /** Times that the pipeline failed with this request first in line. */
  failures: number;
  /** Nobody waits for it any more. */
  isAbandoned: boolean;
  settle(outcome: PipeOutcome): void;
  /** Fails the call that the request belongs to. */
  failCall(error: EngineError): void;
}

const MAX_IN_FLIGHT = 512;
/** More are sent when so few are left: many small writes cost the pipeline more than its own work. */
const FEW_IN_FLIGHT = 256;
const MAX_IN_FLIGHT_LENGTH = 128 * 1024;
/** Short requests share a block: each block wakes every stage, which costs a tenth of their work. */
const MAX_IN_BLOCK = 16;
const MAX_BLOCK_LENGTH = 2 * 1024;
const MAX_FAILURES = 2;
const MAX_STARTS = 2;
const FAULT_KEPT_MS = 60_000;
const END_GRACE_MS = 1_000;
/** The answer to it proves that a pipeline has loaded and works. */
const PROBE = { id: 0, stream: '' };

/**
 * Makes a pipe; its process is started by the first request.
 *
 * Requests are written ahead, up to {@link MAX_IN_FLIGHT}. When the pipeline fails, each request
 * that was in it goes through the next one alone, so that the one that breaks it harms no other;
 * the first in line, which is the suspect, has one more try, the others two.
 */
export function createPipe(options: PipeOptions): Pipe {
  const waiting: Request[] = [];
  /** Requests that were in a pipeline when it failed; each of them is sent alone. */
  const suspects: Request[] = [];
  /** The blocks that are in the pipeline. */
  let inFlight: (readonly Request[])[] = [];
  let inFlightCount = 0;
  let inFlightLength = 0;
  /** What is in flight is a suspect, and nothing may follow it. */
  let isAlone = false;
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
    timer = setTimeout(() => fail('engine_timeout', `no answer in ${timeoutMs} ms`), timeoutMs);
  }

  function pump(): void {
    if (closing !== undefined) return;
    while (suspects[0]?.isAbandoned) suspects.shift();
    while (waiting[0]?.isAbandoned) waiting.shift();
    if (suspects.length + waiting.length === 0) return;
    if (process === undefined) {
      starting ??= start().finally(() => {
        starting = undefined;
        pump();
      });
      return;
    }
    if (!isReady || isAlone) return;
    if (suspects.length > 0) {
      const suspect = inFlight.length === 0 ? suspects.shift() : undefined;
      if (suspect === undefined) return;
      isAlone = true;
      send(process, [suspect]);
      return;
    }
    if (inFlightCount > FEW_IN_FLIGHT) return;
    while (inFlightCount < MAX_IN_FLIGHT && inFlightLength < MAX_IN_FLIGHT_LENGTH) {
      const block = takeBlock();
      if (block.length === 0) return;
      send(process, block);
    }
  }

  function takeBlock(): Request[] {
    const block: Request[] = [];
    let length = 0;
    while (block.length < MAX_IN_BLOCK) {
      const [request] = waiting;
      if (request === undefined) break;
      length += request.stream.length;
      if (block.length > 0 && length > MAX_BLOCK_LENGTH) break;
      waiting.shift();
      if (!request.isAbandoned) block.push(request);
    }
    return block;
  }

  function send(to: PipelineProcess, block: readonly Request[]): void {
    if (inFlight.length === 0) expectAnswerWithin(options.requestTimeoutMs);
    inFlight.push(block);
    inFlightCount += block.length;
    inFlightLength += lengthOf(block);
    to.write(frame(block));
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
    const asked = isReady ? inFlight[0] : [PROBE];
    const answers = asked && unframe(asked, block);
    if (answers === undefined) {
      fail('engine_bad_response', 'its answer does not bear the mark of the request');
      return;
    }
    if (isReady) {
      const requests = inFlight.shift() ?? [];
      inFlightCount -= requests.length;
      inFlightLength -= lengthOf(requests);
      isAlone = false;
      requests.forEach((request, at) => {
        request.settle({ answer: answers[at]! });
      });
    } else {
      isReady = true;
      failedStarts = 0;
      lastFault = undefined;
    }
    if (inFlight.length === 0) clearTimeout(timer);
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
    isAlone = false;
    if (!wasReady) {
      failStart(why);
      return pump();
    }
    options.log('apertium pipeline failed', { mode: options.label, reason: why });
    const failed = inFlight.flat();
    forgetInFlight();
    const [suspect] = failed;
    if (suspect !== undefined) suspect.failures++;
    const again = failed.filter((request) => !request.isAbandoned);
    if (suspect !== undefined && suspect.failures >= MAX_FAILURES && !suspect.isAbandoned) {
      again.shift();
      const error = new EngineError(
        code,
        `Apertium's ${options.label} failed on this text: ${why}`,
      );
      suspect.settle({ error });
    }
    suspects.unshift(...again);
    pump();
  }

  function failStart(why: string): void {
    failedStarts++;
    if (failedStarts < MAX_STARTS) return;
    failedStarts = 0;
    options.log('apertium pipeline does not start', { mode: options.label, reason: why });
    const error = new EngineError(
      'engine_unavailable',
      `Apertium's ${options.label} does not start: ${why}`,
      { retryable: true, retryAfterMs: FAULT_KEPT_MS },
    );
    lastFault = { error, untilMs: performance.now() + FAULT_KEPT_MS };
    rejectAll(error);
  }

  function rejectAll(error: EngineError): void {
    for (const request of [...inFlight.flat(), ...suspects.splice(0), ...waiting.splice(0)])
      if (!request.isAbandoned) request.failCall(error);
    forgetInFlight();
  }

  function forgetInFlight(): void {
    inFlight = [];
    inFlightCount = 0;
    inFlightLength = 0;
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
      waiting.push(...requests);
      pump();
    });
  }

  function closedError(): EngineError {
    return new EngineError('engine_unavailable', 'Apertium is shut down');
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    rejectAll(closedError());
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

const lengthOf = (block: readonly Request[]): number =>
  block.reduce((length, { stream }) => length + stream.length, 0);
