import type { PipeOutcome, Request } from './request-line.ts';

interface Caller {
  readonly signal: AbortSignal;
  resolve(outcomes: PipeOutcome[]): void;
  reject(error: unknown): void;
}

/** The requests of one call, which succeed or fail together. */
export class RequestGroup {
  readonly requests: readonly Request[];
  readonly #caller: Caller;
  readonly #outcomes: PipeOutcome[] = [];
  readonly #onAbort = (): void => this.#fail(this.#caller.signal.reason);
  #open: number;

  constructor(streams: readonly string[], nextId: () => number, caller: Caller) {
    this.#caller = caller;
    this.#open = streams.length;
    this.requests = streams.map((stream, index): Request => {
      const request: Request = {
        id: nextId(),
        stream,
        failures: 0,
        isAbandoned: false,
        settle: (outcome) => {
          if (!request.isAbandoned) this.#settle(index, outcome);
        },
        failCall: (error) => this.#fail(error),
      };
      return request;
    });
    caller.signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  #settle(index: number, outcome: PipeOutcome): void {
    this.#outcomes[index] = outcome;
    this.#open--;
    if (this.#open > 0) return;
    this.#caller.signal.removeEventListener('abort', this.#onAbort);
    this.#caller.resolve(this.#outcomes);
  }

  /** Ends the call with an error. Later answers to its requests are discarded. */
  #fail(error: unknown): void {
    this.#caller.signal.removeEventListener('abort', this.#onAbort);
    for (const request of this.requests) request.isAbandoned = true;
    this.#caller.reject(error);
  }
}
