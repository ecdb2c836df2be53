import { Worker } from 'node:worker_threads';
import type { Arguments, FunctionName, Result } from './message-functions.ts';

/** Maximum heap size of the worker thread in megabytes. */
const HEAP_MB = 512;
/** Time in milliseconds after which an idle worker thread ends. */
const IDLE_MS = 10_000;

export interface MessageCall {
  id: number;
  name: FunctionName;
  args: readonly unknown[];
}

export type MessageAnswer = { id: number } & ({ result: unknown } | { error: unknown });

/** The worker thread of the process. It starts with the first call. */
let thread: MessageThread | null = null;

/**
 * Calls a function of `@parlance/messages` in a worker thread, so that the event loop is not
 * blocked.
 */
export function callInThread<Name extends FunctionName>(
  name: Name,
  args: Arguments<Name>,
): Promise<Result<Name>> {
  thread ??= new MessageThread();
  return thread.call(name, args) as Promise<Result<Name>>;
}

class MessageThread {
  readonly #worker = new Worker(new URL('./message.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #nextId = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.on('message', (answer: MessageAnswer) => this.#take(answer));
    this.#worker.on('error', (error) => this.#fail(error));
  }

  call(name: FunctionName, args: readonly unknown[]): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#worker.ref();
    const waiting = Promise.withResolvers<unknown>();
    const id = this.#nextId++;
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, name, args } satisfies MessageCall);
    return waiting.promise;
  }

  #take(answer: MessageAnswer): void {
    const { resolve, reject } = this.#waiting.get(answer.id)!;
    this.#waiting.delete(answer.id);
    if ('error' in answer) reject(answer.error);
    else resolve(answer.result);
    if (this.#waiting.size > 0) return;
    this.#worker.unref();
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
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
