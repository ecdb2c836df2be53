import type { EngineError } from '../engine.ts';
import type { Framed } from './frame.ts';

export type PipeOutcome = { readonly answer: string } | { readonly error: EngineError };

export interface Request extends Framed {
  /** Times that the pipeline failed with this request first in line. */
  failures: number;
  /** Nobody waits for it any more. */
  isAbandoned: boolean;
  settle(outcome: PipeOutcome): void;
  /** Fails the call that the request belongs to. */
  failCall(error: EngineError): void;
}

type Block = readonly Request[];

const MAX_IN_FLIGHT = 512;
/** More are sent when so few are left: many small writes cost the pipeline more than its own work. */
const FEW_IN_FLIGHT = 256;
const MAX_IN_FLIGHT_LENGTH = 128 * 1024;
/** Short requests share a block: each block wakes every stage, which costs a tenth of their work. */
const MAX_IN_BLOCK = 16;
const MAX_BLOCK_LENGTH = 2 * 1024;
const MAX_FAILURES = 2;

const lengthOf = (block: Block): number =>
  block.reduce((length, { stream }) => length + stream.length, 0);

/**
 * Requests that wait for a pipeline, and those that are in it, in blocks. They are sent ahead, up to
 * {@link MAX_IN_FLIGHT}. When the pipeline fails, each request that was in it goes through the next one alone, so that
 * the one that breaks it harms no other; the first in line, which is the suspect, has one more try, the others two.
 */
export class RequestLine {
  readonly #waiting: Request[] = [];
  /** Requests that were in a pipeline when it failed; each of them is sent alone. */
  readonly #suspects: Request[] = [];
  #inFlight: Block[] = [];
  #inFlightCount = 0;
  #inFlightLength = 0;
  /** True if the request in flight is a suspect, and nothing may follow it. */
  #isAlone = false;
  /** True while blocks are sent until as many are in flight as may be. */
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

  /** The first block in the pipeline: the next answer is its own. */
  first(): Block | undefined {
    return this.#inFlight[0];
  }

  /** Takes the block that goes into the pipeline now; undefined if none is to. */
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

  /** Settles the first block. */
  answer(answers: readonly string[]): void {
    const block = this.#inFlight.shift() ?? [];
    this.#inFlightCount -= block.length;
    this.#inFlightLength -= lengthOf(block);
    this.#isAlone = false;
    block.forEach((request, at) => {
      request.settle({ answer: answers[at]! });
    });
  }

  /** Gives up what is in the pipeline: the first request, once it has had its tries, with an error. */
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
