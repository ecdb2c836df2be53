/** The callers with the same name. */
interface Line {
  inside: number;
  readonly waiting: (() => void)[];
}

interface Caller {
  /** Ends the wait for admission. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Name under which the caller takes its turn, such as the id of an organization. Callers without
   * a name share their turns.
   */
  readonly name?: string | undefined;
}

/**
 * Returns the number of places that one organization can use. The remaining places stay free for other organizations.
 */
export const shareOf = (count: number): number => Math.max(1, Math.floor((count * 3) / 4));

/**
 * Admits at most `count` callers at once, and at most `mostOfOne` callers with the same name, such
 * as an organization. Waiting names take turns, so that a name with many callers delays another
 * name by at most one turn. The callers of a name are admitted in order.
 */
export class Semaphore {
  #free: number;
  readonly #mostOfOne: number;
  /** Callers by name. The name whose turn is next comes first. */
  readonly #lines = new Map<string, Line>();

  constructor(count: number, mostOfOne: number = count) {
    this.#free = count;
    this.#mostOfOne = mostOfOne;
  }

  /**
   * Runs `work` when the caller is admitted. If the signal aborts before that, rejects with the
   * reason of the signal.
   */
  async run<Result>(work: () => Promise<Result>, caller?: Caller): Promise<Result> {
    const leave = await this.enter(caller);
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
  async enter({ signal, name = '' }: Caller = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(name) ?? { inside: 0, waiting: [] };
    this.#lines.set(name, line);
    if (this.#free > 0 && line.inside < this.#mostOfOne) this.#admit(name, line);
    else await this.#waitInLine(name, line, signal);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      line.inside--;
      this.#free++;
      this.#forget(name, line);
      this.#admitNext();
    };
  }

  /** Admits a caller, and moves its name behind the other names. */
  #admit(name: string, line: Line): void {
    this.#free--;
    line.inside++;
    this.#lines.delete(name);
    this.#lines.set(name, line);
  }

  #admitNext(): void {
    for (const [name, line] of this.#lines) {
      if (line.waiting.length === 0 || line.inside >= this.#mostOfOne) continue;
      this.#admit(name, line);
      line.waiting.shift()!();
      return;
    }
  }

  #forget(name: string, line: Line): void {
    if (line.inside === 0 && line.waiting.length === 0) this.#lines.delete(name);
  }

  #waitInLine(name: string, line: Line, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        line.waiting.splice(line.waiting.indexOf(enter), 1);
        this.#forget(name, line);
        reject(signal!.reason);
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      line.waiting.push(enter);
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
