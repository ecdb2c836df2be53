import { startQueue } from '../tasks/queue/queue.ts';
import type { AdminCommand } from './admin-command.ts';

/** Brings the tables up to date, so that no process of a new version has to do it at its start. */
export const migrate: AdminCommand = {
  name: 'migrate',
  operands: [],
  options: {},
  summary: 'brings the tables up to date, before processes of this version start',
  makesDatabase: true,
  async run({ connectionString, print }) {
    // Opening the database has applied the migrations. The task queue has tables of its own.
    const queue = await startQueue(connectionString, {
      isWorker: false,
      onError: ({ message }) => print(message),
    });
    await queue.stop(0);
    print('The tables are those of this version.');
  },
};
