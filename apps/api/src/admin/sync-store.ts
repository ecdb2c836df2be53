import { fail } from '../errors.ts';
import { startQueue } from '../tasks/queue/queue.ts';
import type { AdminCommand } from './admin-command.ts';

export const syncStore: AdminCommand = {
  name: 'sync-store',
  operands: [],
  options: {},
  summary:
    'lets a worker compare the bundle store with the database now, for example after a restore',
  async run({ db, connectionString, hasBundleStore, print }) {
    if (!hasBundleStore) {
      fail(
        'service_unavailable',
        'There is no bundle store: set BUNDLE_STORE as the service has it.',
      );
    }
    const queue = await startQueue(connectionString, {
      isWorker: false,
      onError: ({ message }) => print(message),
    });
    try {
      await db.transaction().execute((tx) => queue.enqueue(tx, 'sweep-bundle-store', {}));
    } finally {
      await queue.stop(0);
    }
    print('A worker compares the bundle store with the database. Its log has the result.');
  },
};
