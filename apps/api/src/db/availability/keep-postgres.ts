import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedLog, EmbeddedPostgres } from '../embedded/embedded.ts';
import { saysFullDisk } from '../embedded/full-disk.ts';

/** Maximum number of crashes within `CRASHES_WITHIN_MS`. The server is not restarted after more crashes. */
const MAX_CRASHES = 4;
const CRASHES_WITHIN_MS = 60_000;
const PAUSES = { restartMs: 500, fullDiskMs: 5_000 };

export interface RestartPauses {
  /**
   * Base delay before a restart, in milliseconds. The first restart within a minute has no delay,
   * the second one base delay, the third two, and so on.
   */
  readonly restartMs: number;
  /**
   * Delay in milliseconds before a restart while the disk is full. A longer delay would not help,
   * because the server needs free space.
   */
  readonly fullDiskMs: number;
}

export interface KeptPostgres {
  readonly connectionString: string;
  /** Resolves with the reason when the server has ended and will not be restarted. */
  readonly gaveUp: Promise<Error>;
  stop(): Promise<void>;
}

/**
 * Runs the embedded PostgreSQL and restarts it after a crash. Limits the number of restarts, except
 * while the disk is full.
 */
export async function keepPostgres(
  start: () => Promise<EmbeddedPostgres>,
  log: EmbeddedLog,
  pauses: RestartPauses = PAUSES,
): Promise<KeptPostgres> {
  let current = await start();
  const stopping = new AbortController();
  const { connectionString } = current;
  const crashes: number[] = [];
  const countRecent = (): number => {
    const now = performance.now();
    return crashes.filter((at) => now - at < CRASHES_WITHIN_MS).length;
  };

  const revive = async (reason: Error): Promise<void> => {
    let last = reason;
    let isFull = false;
    for (;;) {
      const wasFull = isFull;
      isFull = saysFullDisk(last.message);
      if (isFull) {
        if (!wasFull)
          log.warn('PostgreSQL exited because the disk is full; it restarts when there is space');
      } else {
        crashes.push(performance.now());
        if (countRecent() > MAX_CRASHES) throw last;
        log.warn(`${last.message}; restarting it`);
      }
      await current.stop();
      const pauseMs = isFull ? pauses.fullDiskMs : (countRecent() - 1) * pauses.restartMs;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        current = await start();
      } catch (error) {
        last = error as Error;
        continue;
      }
      if (current.connectionString !== connectionString) {
        throw new Error('The database restarted at another address.');
      }
      log.info('PostgreSQL is running again');
      return;
    }
  };

  let reviving: Promise<void> = Promise.resolve();
  const gaveUp = (async () => {
    for (;;) {
      const reason = await current.died;
      if (stopping.signal.aborted) return new Promise<never>(() => {});
      reviving = revive(reason);
      try {
        await reviving;
      } catch (error) {
        return error as Error;
      }
    }
  })();

  return {
    connectionString,
    gaveUp,
    async stop() {
      stopping.abort();
      await reviving.catch(() => {});
      await current.stop();
    },
  };
}
