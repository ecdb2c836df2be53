import { listMigrations, migrateDatabase } from '../../src/db/migrate.ts';
import { startQueue } from '../../src/tasks/queue/queue.ts';
import { execute } from '../servers/postgres.ts';

/**
 * Variables of `node scripts/run.mjs scripts/test-upgrade.ts`: the folder of the previous version, and statements that
 * a test of the test adds.
 */
export const { UPGRADE_PREVIOUS, UPGRADE_FILTERS = '[]' } = process.env;
const { UPGRADE_BREAK } = process.env;

/** Migrates a database to the schema of this version, as far as the previous version supports it. */
export async function expand(connectionString: string): Promise<string[]> {
  const migrations = listMigrations();
  const applied = await migrateDatabase(connectionString, migrations, undefined, 'expand');
  const failures: Error[] = [];
  const queue = await startQueue(connectionString, {
    isWorker: false,
    onError: (error) => failures.push(error),
  });
  await queue.stop(1_000);
  if (failures.length > 0) throw new AggregateError(failures, 'the task queue is not usable');
  if (UPGRADE_BREAK) await execute(connectionString, UPGRADE_BREAK);
  return applied;
}
