import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { awaitDatabase } from '../db/availability/await-database.ts';
import {
  DatabaseInUseError,
  type EmbeddedLog,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../db/embedded/embedded.ts';
import { listMigrations, migrateDatabase } from '../db/migrate.ts';
import { StartError } from '../start-error.ts';

const STARTING_MS = 10_000;
const POLL_MS = 100;

export interface OpenDatabase {
  readonly connectionString: string;
  /**
   * Process id of the service that runs on the embedded database. Null if the service is stopped or
   * its process id is unknown.
   */
  readonly servicePid: number | null;
  close(): Promise<void>;
}

/**
 * Opens the database of the service, which is the database in DATABASE_URL or the embedded
 * database. If the service is stopped, its embedded database is started until the caller closes it.
 * @throws StartError, DatabaseError or EmbeddedPostgresError
 */
export async function openDatabase(
  { databaseUrl, dataDir, migrations }: Pick<Config, 'databaseUrl' | 'dataDir' | 'migrations'>,
  { mayMake, log }: { mayMake: boolean; log: EmbeddedLog },
): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    await awaitDatabase(databaseUrl, log);
    await migrateDatabase(databaseUrl, listMigrations(), undefined, migrations);
    return { connectionString: databaseUrl, servicePid: null, close: async () => {} };
  }
  if (!mayMake && !existsSync(join(dataDir, 'postgres'))) {
    throw new StartError(
      `There is no database in DATA_DIR (${dataDir}), and DATABASE_URL is not set.`,
    );
  }
  try {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log });
    await migrateDatabase(connectionString, listMigrations(), undefined, migrations);
    return { connectionString, servicePid: null, close: stop };
  } catch (error) {
    if (!(error instanceof DatabaseInUseError)) throw error;
    const connectionString = await awaitSocket(dataDir, error.pid);
    await awaitDatabase(connectionString, log);
    return { connectionString, servicePid: error.pid, close: async () => {} };
  }
}

async function awaitSocket(dataDir: string, pid: number): Promise<string> {
  const deadline = performance.now() + STARTING_MS;
  for (;;) {
    const connectionString = findRunningPostgres(dataDir);
    if (connectionString !== null) return connectionString;
    if (performance.now() > deadline) {
      throw new StartError(
        `Process ${pid} is starting the database in ${dataDir}. Try again later.`,
      );
    }
    await sleep(POLL_MS);
  }
}
