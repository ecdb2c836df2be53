import { Worker } from 'node:worker_threads';
import {
  type Finding,
  type MessageTerm,
  type VerifyOptions,
  verifyMessage,
} from '@parlance/messages';

/** UTF-16 units of a message and its translation that are checked within a few milliseconds. */
const MAX_UNITS_HERE = 8_000;
/** Several times what the longest messages take. */
const THREAD_HEAP_MB = 512;
/** How long a thread without work is kept. */
const IDLE_MS = 10_000;

/** One call of `verifyMessage` for the thread. */
export interface VerifyCall {
  id: number;
  source: string;
  target: string;
  options: VerifyOptions;
}

/** What the thread answers, in the order of the calls; `error` is what `verifyMessage` threw. */
export type VerifyAnswer = { id: number } & ({ findings: readonly Finding[] } | { error: unknown });

/**
 * Verifies a translation as `verifyMessage` does. A long one is verified in a thread of its own and answered with a
 * promise, so that it does not hold the event loop.
 */
export function verify(
  source: string,
  target: string,
  options: VerifyOptions,
): readonly Finding[] | Promise<readonly Finding[]> {
  const distinct = { ...options, terms: distinctTerms(options.terms ?? []) };
  if (source.length + target.length <= MAX_UNITS_HERE) {
    return verifyMessage(source, target, distinct);
  }
  thread ??= new VerifyThread();
  return thread.verify(source, target, distinct);
}

/** A term is looked for once in a translation, however often the source has it. */
function distinctTerms(terms: readonly MessageTerm[]): readonly MessageTerm[] {
  if (terms.length < 2) return terms;
  return [...new Map(terms.map((term) => [`${term.id} ${term.source}`, term])).values()];
}

/** Shared by all who verify; started when it is needed. */
let thread: VerifyThread | null = null;

type Waiting = PromiseWithResolvers<readonly Finding[]>;

class VerifyThread {
  readonly #worker = new Worker(new URL('./verify.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
  });
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.on('message', (answer: VerifyAnswer) => {
      const { resolve, reject } = this.#waiting.get(answer.id)!;
      if ('findings' in answer) resolve(answer.findings);
      else reject(answer.error);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size > 0) return;
      // A process that has nothing else to do ends.
      this.#worker.unref();
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    });
    this.#worker.on('error', (error) => this.#fail(error));
  }

  verify(source: string, target: string, options: VerifyOptions): Promise<readonly Finding[]> {
    clearTimeout(this.#idle);
    this.#worker.ref();
    const waiting = Promise.withResolvers<readonly Finding[]>();
    const id = this.#nextId++;
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, source, target, options } satisfies VerifyCall);
    return waiting.promise;
  }

  #end(): void {
    if (thread === this) thread = null;
    void this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#end();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
