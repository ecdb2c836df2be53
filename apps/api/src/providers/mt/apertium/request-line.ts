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

/** Requests that wait for a pipeline, and those that are in it, in blocks. */
export interface RequestLine {
  add(requests: readonly Request[]): void;
  hasWaiting(): boolean;
  /** The first block in the pipeline: the next answer is its own. */
  first(): Block | undefined;
  /** Takes the block that goes into the pipeline now; undefined where none is to. */
  send(): Block | undefined;
  /** Settles the first block. */
  answer(answers: readonly string[]): void;
  /** Gives up what is in the pipeline: the first request, once it has had its tries, with an error. */
  retry(errorOf: () => EngineError): void;
  failAll(error: EngineError): void;
}

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
 * Requests are sent ahead, up to {@link MAX_IN_FLIGHT}. When the pipeline fails, each request that
 * was in it goes through the next one alone, so that the one that breaks it harms no other; the first
 * in line, which is the suspect, has one more try, the others two.
 */
export function createRequestLine(): RequestLine {
  const waiting: Request[] = [];
  /** Requests that were in a pipeline when it failed; each of them is sent alone. */
  const suspects: Request[] = [];
  let inFlight: Block[] = [];
  let inFlightCount = 0;
  let inFlightLength = 0;
  /** The request in flight is a suspect, and nothing may follow it. */
  let isAlone = false;
  /** Blocks are sent until as many are in flight as may be. */
  let isFilling = false;

  function forgetInFlight(): void {
    inFlight = [];
    inFlightCount = 0;
    inFlightLength = 0;
    isAlone = false;
    isFilling = false;
  }

  function enter(block: Block): Block {
    inFlight.push(block);
    inFlightCount += block.length;
    inFlightLength += lengthOf(block);
    return block;
  }

  function takeBlock(): Block | undefined {
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
    return block.length > 0 ? block : undefined;
  }

  return {
    add: (requests) => void waiting.push(...requests),
    hasWaiting() {
      while (suspects[0]?.isAbandoned) suspects.shift();
      while (waiting[0]?.isAbandoned) waiting.shift();
      return suspects.length + waiting.length > 0;
    },
    first: () => inFlight[0],
    send() {
      if (isAlone) return undefined;
      if (suspects.length > 0) {
        if (inFlight.length > 0) return undefined;
        isAlone = true;
        return enter([suspects.shift()!]);
      }
      if (inFlightCount <= FEW_IN_FLIGHT) isFilling = true;
      isFilling &&= inFlightCount < MAX_IN_FLIGHT && inFlightLength < MAX_IN_FLIGHT_LENGTH;
      const block = isFilling ? takeBlock() : undefined;
      return block && enter(block);
    },
    answer(answers) {
      const block = inFlight.shift() ?? [];
      inFlightCount -= block.length;
      inFlightLength -= lengthOf(block);
      isAlone = false;
      block.forEach((request, at) => {
        request.settle({ answer: answers[at]! });
      });
    },
    retry(errorOf) {
      const failed = inFlight.flat();
      forgetInFlight();
      const [suspect] = failed;
      if (suspect !== undefined) suspect.failures++;
      const again = failed.filter((request) => !request.isAbandoned);
      if (suspect !== undefined && suspect.failures >= MAX_FAILURES && !suspect.isAbandoned) {
        again.shift();
        suspect.settle({ error: errorOf() });
      }
      suspects.unshift(...again);
    },
    failAll(error) {
      const all = [...inFlight.flat(), ...suspects.splice(0), ...waiting.splice(0)];
      for (const request of all) if (!request.isAbandoned) request.failCall(error);
      forgetInFlight();
    },
  };
}
