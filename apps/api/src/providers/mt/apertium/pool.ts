import { EngineError } from '../engine.ts';
import type { InstalledMode } from './modes.ts';
import type { Pipe } from './pipe.ts';

export interface PoolOptions {
  /** Pipelines loaded at once; each is some 13 processes and 100 MB. */
  readonly maxPipes: number;
  /** A pipeline that nobody used for so long is stopped. */
  readonly idleMs: number;
  open(mode: InstalledMode): Pipe;
}

/** The loaded pipelines, by mode. */
export interface PipePool {
  /**
   * Runs `use` with the mode's pipe. Where all places are taken, waits in line for one that is not
   * in use, and stops that.
   */
  withPipe<Result>(
    mode: InstalledMode,
    signal: AbortSignal,
    use: (pipe: Pipe) => Promise<Result>,
  ): Promise<Result>;
  /** The mode's pipe, where one is loaded. */
  peek(mode: InstalledMode): Pipe | undefined;
  close(): Promise<void>;
}

interface Entry {
  readonly pipe: Pipe;
  users: number;
  idleTimer?: NodeJS.Timeout;
}

interface Waiter {
  readonly mode: InstalledMode;
  grant(entry: Entry): void;
  refuse(error: unknown): void;
}

export function createPipePool(options: PoolOptions): PipePool {
  /** In order of last use, the oldest first. */
  const entries = new Map<string, Entry>();
  const line = new Set<Waiter>();
  const stopping = new Set<Promise<void>>();
  let isClosed = false;

  // A mode whose file was replaced is another mode: the old pipeline has the old dictionaries.
  const keyOf = (mode: InstalledMode) => `${mode.name} ${mode.stamp}`;

  function stop(key: string, entry: Entry): void {
    clearTimeout(entry.idleTimer);
    entries.delete(key);
    const stopped = entry.pipe.close().finally(() => stopping.delete(stopped));
    stopping.add(stopped);
  }

  function find(mode: InstalledMode): Entry | undefined {
    const key = keyOf(mode);
    const loaded = entries.get(key);
    if (loaded === undefined && entries.size >= options.maxPipes) {
      const idle = [...entries].find(([, { users }]) => users === 0);
      if (idle === undefined) return undefined;
      stop(...idle);
    }
    const entry = loaded ?? { pipe: options.open(mode), users: 0 };
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  // Strictly in line: a stream of calls for a loaded mode cannot keep another mode out permanently.
  function serveLine(): void {
    if (isClosed) return;
    for (const waiter of line) {
      const entry = find(waiter.mode);
      if (entry === undefined) return;
      line.delete(waiter);
      waiter.grant(entry);
    }
  }

  function take(entry: Entry): Entry {
    entry.users++;
    clearTimeout(entry.idleTimer);
    return entry;
  }

  function release(mode: InstalledMode, entry: Entry): void {
    entry.users--;
    if (entry.users === 0 && !isClosed) {
      entry.idleTimer = setTimeout(() => stop(keyOf(mode), entry), options.idleMs).unref();
    }
    serveLine();
  }

  function acquire(mode: InstalledMode, signal: AbortSignal): Promise<Entry> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (isClosed) throw closedError();
      const leave = () => waiter.refuse(signal.reason);
      const waiter: Waiter = {
        mode,
        grant(entry) {
          signal.removeEventListener('abort', leave);
          resolve(take(entry));
        },
        refuse(error) {
          signal.removeEventListener('abort', leave);
          line.delete(waiter);
          reject(error);
          serveLine();
        },
      };
      line.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
      serveLine();
    });
  }

  return {
    async withPipe(mode, signal, use) {
      const entry = await acquire(mode, signal);
      try {
        return await use(entry.pipe);
      } finally {
        release(mode, entry);
      }
    },
    peek: (mode) => entries.get(keyOf(mode))?.pipe,
    async close() {
      isClosed = true;
      for (const waiter of [...line]) waiter.refuse(closedError());
      for (const [key, entry] of [...entries]) stop(key, entry);
      await Promise.all(stopping);
    },
  };
}

function closedError(): EngineError {
  return new EngineError('engine_unavailable', 'Apertium is shut down');
}
