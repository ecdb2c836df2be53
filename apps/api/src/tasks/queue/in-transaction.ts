import { type Db, executeRaw } from '../../db/client.ts';

/** Returns an adapter with which pg-boss runs its statements in a transaction of the service. */
export const inTransaction = (tx: Db) => ({
  db: { executeSql: (text: string, values?: unknown[]) => executeRaw(tx, text, values) },
});
