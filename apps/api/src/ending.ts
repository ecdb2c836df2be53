import type { Logger } from 'pino';

/**
 * Phases of the shutdown, in order: running work ends, then connections and child processes are
 * closed, then the database stops.
 */
const PHASES = ['drain', 'close', 'stop'] as const;
type Phase = (typeof PHASES)[number];
/**
 * Time in milliseconds within which several signals count as one. After one Ctrl-C, the terminal,
 * npm and the parent process may each send a signal.
 */
const SAME_REQUEST_MS = 1_000;

/**
 * Ends the process. First runs the shutdown steps that the parts of the service have added, phase
 * by phase.
 */
export class Ending {
  readonly #log: Logger;
  readonly #steps: Record<Phase, (() => void | Promise<void>)[]> = {
    drain: [],
    close: [],
    stop: [],
  };
  #running: Promise<void> | null = null;
  #begunAt = 0;
  /** Reason for the shutdown, such as a signal. */
  #begunBy = 'an error';
  #timeoutMs = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  get hasBegun(): boolean {
    return this.#running !== null;
  }

  /** Adds a step to a phase of the shutdown. Steps of the same phase run concurrently. */
  before(phase: Phase, step: () => void | Promise<void>): void {
    this.#steps[phase].push(step);
  }

  /**
   * Handles signals. The first signal ends the process phase by phase, and a second signal ends it
   * immediately. The end of the parent process counts as a signal.
   */
  onSignals(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        const sinceMs = performance.now() - this.#begunAt;
        if (!this.hasBegun) this.#drain(signal);
        else if (sinceMs > SAME_REQUEST_MS) {
          const after = `${(sinceMs / 1000).toFixed(1)} s after ${this.#begunBy}`;
          process.stderr.write(
            `parlance: ended at once: ${signal} came ${after}, and what was running was cut off\n`,
          );
          process.exit(1);
        }
      });
    }
    process.on('disconnect', () => {
      if (!this.hasBegun) this.#drain('disconnect');
    });
    process.channel?.unref();
  }

  #drain(signal: string): void {
    this.#log.info({ signal }, 'draining');
    this.#begunBy = signal === 'disconnect' ? 'the end of the parent process' : signal;
    void this.end(0);
  }

  onUncaught(tell: (error: unknown) => void): void {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, (error: unknown) => {
        tell(error);
        process.exit(1);
      });
    }
  }

  /** Ends the process. `line` is a log line with the reason. */
  end(exitCode: number, line?: string): Promise<void> {
    if (line !== undefined) process.stderr.write(`parlance: ${line}\n`);
    if (this.#running === null) {
      this.#begunAt = performance.now();
      this.#running = this.#run(exitCode);
    }
    return this.#running;
  }

  async #run(exitCode: number): Promise<void> {
    const deadline = setTimeout(() => {
      process.stderr.write(`parlance: did not end within ${this.#timeoutMs / 1000} s\n`);
      process.exit(1);
    }, this.#timeoutMs);
    deadline.unref();
    let code = exitCode;
    for (const phase of PHASES) {
      const outcomes = await Promise.allSettled(this.#steps[phase].map(async (step) => step()));
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue;
        process.stderr.write(`parlance: ${(outcome.reason as Error).message}\n`);
        code ||= 1;
      }
    }
    if (code === 0) this.#log.info('ended in order');
    process.exit(code);
  }
}
