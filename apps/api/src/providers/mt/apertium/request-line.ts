import type { EngineError } from '../engine.ts';
import type { Framed } from './frame.ts';

export type PipeOutcome = { readonly answer: string } | { readonly error: EngineError };

export interface Request extends Framed {
  /** Number of failures of the pipeline while this request was first in line. */
  failures: number;
  /** True if nobody waits for the request any more. */
  isAbandoned: boolean;
  settle(outcome: PipeOutcome): void;
  /** Fails the call that the request belongs to. */
  failCall(error: EngineError): void;
}

type Block = readonly Request[];

const MAX_IN_FLIGHT = 512;
/**
 * Number of requests in flight below which further blocks are sent. Many small writes cost the pipeline more than its
 * own work.
 */
const FEW_IN_FLIGHT = 256;
const MAX_IN_FLIGHT_LENGTH = 128 * 1024;
/**
 * Maximum number of requests in a block. Short requests share a block, because each block wakes every stage, which
 * costs a tenth of their work.
 */
const MAX_IN_BLOCK = 16;
const MAX_BLOCK_LENGTH = 2 * 1024;
const MAX_FAILURES = 2;

const lengthOf = (block: Block): number =>
  block.reduce((length, { stream }) => length + stream.length, 0);

/**
 * Requests that wait for a pipeline, and blocks of requests in flight, at most {@link MAX_IN_FLIGHT}. When the pipeline
 * fails, each request that was in flight goes through the next pipeline alone, so that a request that breaks the
 * pipeline harms no other. The first in line is the suspect and gets one more try. The others get two.
 */
export class RequestLine {
  readonly #waiting: Request[] = [];
  /** Requests that were in flight when a pipeline failed. Each of them is sent alone. */
  readonly #suspects: Request[] = [];
  #inFlight: Block[] = [];
  #inFlightCount = 0;
  #inFlightLength = 0;
  /** True if the request in flight is a suspect, and no other may follow it. */
  #isAlone = false;
  /** True while blocks are being sent until the maximum is in flight. */
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

  /** Returns the first block in flight, to which the next answer belongs. */
  first(): Block | undefined {
    return this.#inFlight[0];
  }

  /** Takes the next block to send, or returns undefined if none may be sent now. */
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

  /** Passes answers to the requests of the first block. */
  answer(answers: readonly string[]): void {
    const block = this.#inFlight.shift() ?? [];
    this.#inFlightCount -= block.length;
    this.#inFlightLength -= lengthOf(block);
    this.#isAlone = false;
    block.forEach((request, at) => {
      request.settle({ answer: answers[at]! });
    });
  }

  /** Takes back the requests in flight. Fails the first one if it has no try left. */
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
