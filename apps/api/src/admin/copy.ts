import pg from 'pg';
import { awaitDatabase } from '../db/availability/await-database.ts';
import { copyDatabase, requireEmptyTarget } from '../db/copy-database.ts';
import { connectionTo } from '../db/hosts/connection-to.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { fail } from '../errors.ts';
import { startQueue } from '../tasks/queue/queue.ts';
import type { AdminCommand } from './admin-command.ts';

export const copy: AdminCommand = {
  name: 'copy',
  operands: [],
  options: { to: { type: 'string', required: true, value: 'DATABASE_URL' } },
  summary: 'copies the database into another, empty one',
  async run({ connectionString, servicePid, hasSecretKey, print }, { options }) {
    const to = String(options.to);
    if (!/^postgres(ql)?:\/\//.test(to)) {
      fail('validation_failed', 'The option --to must be an address that begins with postgres://');
    }
    await awaitDatabase(to, { warn: print });
    await requireEmptyTarget(to);
    await migrateDatabase(to);
    // Creates the tables of the task queue, as the service does at its start.
    const queue = await startQueue(to, {
      isWorker: false,
      onError: ({ message }) => print(message),
    });
    await queue.stop(0);
    if (servicePid !== null) {
      print(
        `The service is running (process ${servicePid}). Changes that it writes from now on are not copied.`,
      );
    }
    const tables = await connected(connectionString, (source) =>
      connected(to, (target) => copyDatabase(source, target)),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `Copied ${rows} rows of ${tables.length} tables. Both databases have the same number of rows.`,
    );
    print(
      hasSecretKey
        ? 'Start the service with DATABASE_URL set to the new database, and with the same SECRET_KEY as now. Mails and models stay in DATA_DIR: keep it.'
        : 'Start the service with DATABASE_URL set to the new database. Mails, models and secret.key stay in DATA_DIR: keep it, or set SECRET_KEY to the content of secret.key.',
    );
  },
};

async function connected<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connectionTo(connectionString));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
