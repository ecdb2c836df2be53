import pg from 'pg';

/** A lock on a table's statistics, such as that of a VACUUM, is not waited for: the task runs again. */
const LOCK_TIMEOUT_MS = 50;

/**
 * Makes PostgreSQL forget that a table has next to no rows where it has pages enough.
 *
 * An ANALYZE or VACUUM that comes by while the first large import is under way counts its rows as none.
 * Each plan that is made from then on takes all of a project's indexes for equally good, those of foreign
 * keys included, and reads the whole project for each row: the import would not end. Without statistics
 * PostgreSQL goes by the number of pages, which it always knows.
 *
 * `pg_clear_relation_stats` came with PostgreSQL 18; before that the next ANALYZE has to be waited for,
 * as where the role may not do this.
 */
export async function healStatistics(client: pg.ClientBase): Promise<void> {
  try {
    const { rows } = await client.query<{ schema: string; name: string }>(`
      select relnamespace::regnamespace::text as schema, relname as name
      from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and reltuples >= 0 and reltuples < relpages
        and to_regproc('pg_clear_relation_stats') is not null`);
    if (rows.length === 0) return;
    for (const { schema, name } of rows) {
      // The setting is the statement's own: behind a pooler others use the same session.
      await client.query(
        "select set_config('lock_timeout', $1, true), pg_clear_relation_stats($2, $3)",
        [`${LOCK_TIMEOUT_MS}ms`, schema, name],
      );
    }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
}
