import { migrateDatabase } from '../db/migrate.ts';
import type { AdminCommand } from './admin-command.ts';

export const migrate: AdminCommand = {
  name: 'migrate',
  operands: [],
  options: {},
  summary: 'applies all migrations, when no process of the previous version runs any more',
  async run({ connectionString, print }) {
    const applied = await migrateDatabase(connectionString);
    print(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  },
};
