/** A process, or a group of processes, that stays loaded and works for many callers. */
export interface PooledProcess {
  /** Ends the process. Resolves when the process has exited. */
  close(): Promise<void>;
}

export interface ProcessPoolOptions<Work, Process extends PooledProcess> {
  readonly maxProcesses: number;
  /** Maximum number of callers that use one process at the same time. */
  readonly usersPerProcess: number;
  /** Time without use, in milliseconds, after which a process is closed. */
  readonly idleMs: number;
  /**
   * Time in milliseconds for which a loaded process accepts new callers although other callers wait
   * for a free process slot.
   */
  readonly tenureMs: number;
  /** Returns the key of an item of work. Work items with the same key use the same process. */
  keyOf(work: Work): string;
  open(work: Work): Process;
  /**
   * Creates the error for callers that are waiting when the pool closes, and for callers after
   * that.
   */
  closedError(): Error;
}

interface PoolMember<Process> {
  readonly key: string;
  readonly process: Process;
  readonly startedAt: number;
  users: number;
  /**
   * Sequence number of the last use of the process. The pool closes the process with the lowest
   * number first.
   */
  usedAt: number;
  idleTimer?: NodeJS.Timeout;
}

interface Waiter<Work, Process> {
  readonly work: Work;
  readonly key: string;
  grant(place: PoolMember<Process>): void;
  refuse(error: unknown): void;
}

/**
 * Keeps loaded processes, one for each key. If all process slots are taken, the pool closes the
 * idle process that was used least recently.
 */
export class ProcessPool<Work, Process extends PooledProcess> {
  readonly #options: ProcessPoolOptions<Work, Process>;
  readonly #places = new Map<string, PoolMember<Process>>();
  readonly #waiting = new Set<Waiter<Work, Process>>();
  readonly #closing = new Set<Promise<void>>();
  #uses = 0;
  #isClosed = false;

  constructor(options: ProcessPoolOptions<Work, Process>) {
    this.#options = options;
  }

  get processes(): Process[] {
    return [...this.#places.values()].map(({ process }) => process);
  }

  peek(work: Work): Process | undefined {
    return this.#places.get(this.#options.keyOf(work))?.process;
  }

  /**
   * Runs `use` with the process for this kind of work. If the signal aborts, the caller no longer
   * waits for a process. A running `use` is not stopped.
   */
  async run<Result>(
    work: Work,
    signal: AbortSignal,
    use: (process: Process) => Promise<Result>,
  ): Promise<Result> {
    const member = await this.#enter(work, signal);
    try {
      return await use(member.process);
    } finally {
      this.#leave(member);
    }
  }

  drop(process: Process): void {
    for (const member of this.#places.values())
      if (member.process === process) this.#vacate(member);
    this.#serve();
  }

  /** Closes all processes, including processes in use. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const waiter of [...this.#waiting]) waiter.refuse(this.#options.closedError());
    for (const member of [...this.#places.values()]) this.#vacate(member);
    while (this.#closing.size > 0) await Promise.all(this.#closing);
  }

  #enter(work: Work, signal: AbortSignal): Promise<PoolMember<Process>> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (this.#isClosed) throw this.#options.closedError();
      const end = (): void => {
        signal.removeEventListener('abort', abort);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter<Work, Process> = {
        work,
        key: this.#options.keyOf(work),
        grant: (member) => {
          end();
          clearTimeout(member.idleTimer);
          member.users++;
          member.usedAt = ++this.#uses;
          resolve(member);
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      const abort = (): void => {
        waiter.refuse(signal.reason);
        this.#serve();
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(waiter);
      this.#serve();
    });
  }

  #leave(member: PoolMember<Process>): void {
    member.users--;
    member.usedAt = ++this.#uses;
    if (member.users === 0 && this.#places.get(member.key) === member) {
      member.idleTimer = setTimeout(() => this.drop(member.process), this.#options.idleMs).unref();
    }
    this.#serve();
  }

  #serve(): void {
    if (this.#isClosed) return;
    let isFull = false;
    for (const waiter of this.#waiting) {
      let member: PoolMember<Process> | null;
      try {
        member = this.#places.get(waiter.key) ?? (isFull ? null : this.#open(waiter));
      } catch (error) {
        waiter.refuse(error);
        continue;
      }
      isFull ||= member === null;
      if (member === null || member.users >= this.#options.usersPerProcess) continue;
      if (isFull && !this.#hasTenure(member)) continue;
      waiter.grant(member);
    }
  }

  #open({ work, key }: Waiter<Work, Process>): PoolMember<Process> | null {
    if (this.#places.size >= this.#options.maxProcesses) {
      const victim = this.#findVictim();
      if (victim === null) return null;
      this.#vacate(victim);
    }
    const process = this.#options.open(work);
    const member = { key, process, startedAt: performance.now(), users: 0, usedAt: 0 };
    this.#places.set(key, member);
    return member;
  }

  /**
   * Returns the least recently used process without callers. Skips a process that has callers
   * waiting for it and has not yet run for its minimum time.
   */
  #findVictim(): PoolMember<Process> | null {
    const wanted = new Set([...this.#waiting].map(({ key }) => key));
    let victim: PoolMember<Process> | null = null;
    for (const member of this.#places.values()) {
      if (member.users > 0 || (wanted.has(member.key) && this.#hasTenure(member))) continue;
      if (victim === null || member.usedAt < victim.usedAt) victim = member;
    }
    return victim;
  }

  #hasTenure({ startedAt }: PoolMember<Process>): boolean {
    return performance.now() - startedAt < this.#options.tenureMs;
  }

  #vacate(member: PoolMember<Process>): void {
    clearTimeout(member.idleTimer);
    if (this.#places.get(member.key) === member) this.#places.delete(member.key);
    const closed = member.process.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}
