/**
 * Admits at most `count` callers at once. Further callers wait in the order in which they called.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Runs `work` when fewer than `count` callers are running. If the signal aborts before that,
   * rejects with the reason of the signal.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const leave = await this.enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits until the caller is admitted. Returns a function that ends the admission. Further calls
   * of that function have no effect.
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#waitInLine(signal);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #waitInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal!.reason);
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }
}

export class NamedSemaphore {
  readonly #count: number;
  readonly #open = new Map<string, { semaphore: Semaphore; users: number }>();

  constructor(count: number) {
    this.#count = count;
  }

  async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const entry = this.#open.get(name) ?? { semaphore: new Semaphore(this.#count), users: 0 };
    this.#open.set(name, entry);
    entry.users++;
    try {
      return await entry.semaphore.run(work);
    } finally {
      if (--entry.users === 0) this.#open.delete(name);
    }
  }
}
