import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** Changes settings for the rest of the transaction. */
export async function setLocally(
  tx: Db,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    select set_config(name, value, true)
    from unnest(${Object.keys(settings)}::text[], ${Object.values(settings)}::text[])
      setting(name, value)`.execute(tx);
}

/**
 * Runs a query with special settings, in a new transaction or in a savepoint. The settings end with
 * the query, and a failure does not abort the caller's transaction.
 */
export async function readWith<Result>(
  db: Db,
  settings: Readonly<Record<string, string>>,
  read: (tx: Db) => Promise<Result>,
): Promise<Result> {
  const readIn = async (tx: Db): Promise<Result> => {
    await setLocally(tx, settings);
    return read(tx);
  };
  if (!db.isTransaction) return db.transaction().execute(readIn);
  await sql`savepoint read_with`.execute(db);
  try {
    return await readIn(db);
  } finally {
    await sql`rollback to savepoint read_with`.execute(db);
    await sql`release savepoint read_with`.execute(db);
  }
}
