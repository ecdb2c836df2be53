import { migrateDatabase } from '../db/migrate.ts';
import { startQueue } from '../tasks/queue/queue.ts';
import type { AdminCommand } from './admin-command.ts';

/**
 * Brings the tables up to date. With `--expand`, leaves out migrations after which processes of the previous version
 * would no longer work.
 */
export const migrate: AdminCommand = {
  name: 'migrate',
  operands: [],
  options: { expand: { type: 'boolean' } },
  summary: 'brings the tables up to date, with --expand so that the version before still works',
  makesDatabase: true,
  async run({ connectionString, print }, { options: { expand } }) {
    // The migrations that a normal start applies were already applied when the database was opened.
    if (expand !== true) await migrateDatabase(connectionString);
    // The task queue creates and updates its own tables when it starts.
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
