import { sql } from 'kysely';
import type { Db } from '../../src/db/client.ts';

/** Returns the number of rows that a read takes from the given tables and their indexes. */
export async function rowsRead(
  db: Db,
  tables: readonly string[],
  read: () => Promise<unknown>,
): Promise<number> {
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
      from pg_stat_user_tables
      where schemaname = 'public' and relname = any(${[...tables]}::text[])`.execute(db);
    return rows[0]!.rows;
  };
  const before = await count();
  await read();
  return (await count()) - before;
}
