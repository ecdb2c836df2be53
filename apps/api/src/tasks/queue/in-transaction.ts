import { type Db, executeRaw } from '../../db/client.ts';

/** Lets pg-boss do what it is asked for in a transaction of the service. */
export const inTransaction = (tx: Db) => ({
  db: { executeSql: (text: string, values?: unknown[]) => executeRaw(tx, text, values) },
});
