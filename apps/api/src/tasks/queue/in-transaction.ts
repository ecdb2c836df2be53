import { type Db, executeRaw } from '../../db/client.ts';

/** Lets pg-boss run its statements in a transaction of the service. */
export const inTransaction = (tx: Db) => ({
  db: { executeSql: (text: string, values?: unknown[]) => executeRaw(tx, text, values) },
});
