import type { EngineError } from '../engine.ts';
import type { Framed } from './frame.ts';

export type PipeOutcome = { readonly answer: string } | { readonly error: EngineError };

export interface Request extends Framed {
  /**
   * Number of times that the pipeline failed when this request was the oldest unanswered request.
   */
  failures: number;
  /** True if no caller waits for the request any longer. */
  isAbandoned: boolean;
  settle(outcome: PipeOutcome): void;
  failCall(error: EngineError): void;
}

type Block = readonly Request[];

const MAX_IN_FLIGHT = 512;
/**
 * Threshold of unanswered requests. At or below it, further requests are sent, up to MAX_IN_FLIGHT.
 * Sending each request on its own would cost more than translating it.
 */
const FEW_IN_FLIGHT = 256;
const MAX_IN_FLIGHT_LENGTH = 128 * 1024;
/**
 * Maximum number of requests in a block. Short requests share a block, because each block wakes
 * every stage.
 */
const MAX_IN_BLOCK = 16;
const MAX_BLOCK_LENGTH = 2 * 1024;
const MAX_FAILURES = 2;

const lengthOf = (block: Block): number =>
  block.reduce((length, { stream }) => length + stream.length, 0);

/**
 * Sends requests to a pipeline in blocks. If the pipeline fails, the unanswered requests are sent
 * again one by one, so that a bad request harms no other request.
 */
export class RequestLine {
  readonly #waiting: Request[] = [];
  /** Requests that were unanswered when a pipeline failed. They are sent again one by one. */
  readonly #suspects: Request[] = [];
  #inFlight: Block[] = [];
  #inFlightCount = 0;
  #inFlightLength = 0;
  /** True while a request is sent alone, because it may have caused a failure of the pipeline. */
  #isAlone = false;
  #isFilling = false;

  add(requests: readonly Request[]): void {
    this.#waiting.push(...requests);
  }

  hasWaiting(): boolean {
    for (const line of [this.#suspects, this.#waiting]) {
      while (line[0]?.isAbandoned) line.shift();
    }
    return this.#suspects.length + this.#waiting.length > 0;
  }

  /** Returns the oldest unanswered block, to which the next answer belongs. */
  first(): Block | undefined {
    return this.#inFlight[0];
  }

  /**
   * Returns the next block to send. Returns undefined if no block can be sent before further
   * answers have arrived.
   */
  send(): Block | undefined {
    if (this.#isAlone) return undefined;
    if (this.#suspects.length > 0) {
      if (this.#inFlight.length > 0) return undefined;
      this.#isAlone = true;
      return this.#enter([this.#suspects.shift()!]);
    }
    if (this.#inFlightCount <= FEW_IN_FLIGHT) this.#isFilling = true;
    this.#isFilling &&=
      this.#inFlightCount < MAX_IN_FLIGHT && this.#inFlightLength < MAX_IN_FLIGHT_LENGTH;
    const block = this.#isFilling ? this.#takeBlock() : [];
    return block.length > 0 ? this.#enter(block) : undefined;
  }

  answer(answers: readonly string[]): void {
    const block = this.#inFlight.shift() ?? [];
    this.#inFlightCount -= block.length;
    this.#inFlightLength -= lengthOf(block);
    this.#isAlone = false;
    block.forEach((request, index) => {
      request.settle({ answer: answers[index]! });
    });
  }

  /**
   * Removes the unanswered requests after a failure, to send them again. The first of these
   * requests fails if it has no attempts left.
   */
  retry(errorOf: () => EngineError): void {
    const failed = this.#forgetInFlight();
    const [suspect] = failed;
    if (suspect !== undefined) suspect.failures++;
    const again = failed.filter((request) => !request.isAbandoned);
    if (suspect !== undefined && suspect.failures >= MAX_FAILURES && !suspect.isAbandoned) {
      again.shift();
      suspect.settle({ error: errorOf() });
    }
    this.#suspects.unshift(...again);
  }

  failAll(error: EngineError): void {
    const all = [
      ...this.#forgetInFlight(),
      ...this.#suspects.splice(0),
      ...this.#waiting.splice(0),
    ];
    for (const request of all) if (!request.isAbandoned) request.failCall(error);
  }

  #takeBlock(): Block {
    const block: Request[] = [];
    let length = 0;
    while (block.length < MAX_IN_BLOCK) {
      const [request] = this.#waiting;
      if (request === undefined) break;
      length += request.stream.length;
      if (block.length > 0 && length > MAX_BLOCK_LENGTH) break;
      this.#waiting.shift();
      if (!request.isAbandoned) block.push(request);
    }
    return block;
  }

  #enter(block: Block): Block {
    this.#inFlight.push(block);
    this.#inFlightCount += block.length;
    this.#inFlightLength += lengthOf(block);
    return block;
  }

  #forgetInFlight(): Request[] {
    const forgotten = this.#inFlight.flat();
    this.#inFlight = [];
    this.#inFlightCount = 0;
    this.#inFlightLength = 0;
    this.#isAlone = false;
    this.#isFilling = false;
    return forgotten;
  }
}
