import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedLog, EmbeddedPostgres } from './embedded.ts';

/** A server that dies more often than this in a minute has a fault that starting it does not mend. */
const MAX_DEATHS = 4;
const DEATHS_WITHIN_MS = 60_000;
/** Before the second start, the third, and so on. */
const PAUSE_MS = 500;

export interface KeptPostgres {
  readonly connectionString: string;
  /** Resolves with the reason when the server cannot be kept running. */
  readonly gaveUp: Promise<Error>;
  stop(): Promise<void>;
}

/** Runs the embedded PostgreSQL, and starts it anew when it dies by itself. */
export async function keepPostgres(
  start: () => Promise<EmbeddedPostgres>,
  log: EmbeddedLog,
): Promise<KeptPostgres> {
  let current = await start();
  let isStopping = false;
  const { connectionString } = current;
  const deaths: number[] = [];

  const revive = async (reason: Error): Promise<void> => {
    let last = reason;
    for (;;) {
      const now = performance.now();
      deaths.push(now);
      const recent = deaths.filter((at) => now - at < DEATHS_WITHIN_MS).length;
      if (recent > MAX_DEATHS) throw last;
      log.warn(`${last.message}; starting it again`);
      // Also gives the directory free, which the next start claims.
      await current.stop();
      await sleep((recent - 1) * PAUSE_MS);
      if (isStopping) return;
      try {
        current = await start();
      } catch (error) {
        last = error as Error;
        continue;
      }
      if (current.connectionString !== connectionString) {
        throw new Error('The database came back at another address.');
      }
      log.info('PostgreSQL runs again');
      return;
    }
  };

  let reviving: Promise<void> = Promise.resolve();
  const gaveUp = (async () => {
    for (;;) {
      const reason = await current.died;
      if (isStopping) return new Promise<never>(() => {});
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
      isStopping = true;
      await reviving.catch(() => {});
      await current.stop();
    },
  };
}
