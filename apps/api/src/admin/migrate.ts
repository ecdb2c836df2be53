import { migrateDatabase } from '../db/migrate.ts';
import { startQueue } from '../tasks/queue/queue.ts';
import type { AdminCommand } from './admin-command.ts';

/**
 * Brings the tables up to date. With `--expand`, it leaves out migrations that processes of the
 * previous version do not work with.
 */
export const migrate: AdminCommand = {
  name: 'migrate',
  operands: [],
  options: { expand: { type: 'boolean' } },
  summary: 'brings the tables up to date, with --expand so that the version before still works',
  makesDatabase: true,
  async run({ connectionString, print }, { options: { expand } }) {
    // Opening the database has applied the migrations that a start applies.
    if (expand !== true) await migrateDatabase(connectionString);
    // The task queue has tables of its own.
    const queue = await startQueue(connectionString, {
      isWorker: false,
      onError: ({ message }) => print(message),
    });
    await queue.stop(0);
    print(
      expand === true
        ? 'Processes of this version and of the previous one can use the tables.'
        : 'The tables are those of this version.',
    );
  },
};
