import { sql } from 'kysely';
import type { Db } from './client.ts';
import type { Database } from './schema.generated.ts';

/** Minimum number of added rows for which a table is analyzed. With fewer rows, every query plan is fast. */
const LEAST_ROWS = 1_000;
const KNOWN_TO_NEW = 4;

/**
 * Runs ANALYZE on tables that have grown by more than a quarter. Without it, PostgreSQL would plan
 * for almost empty tables until autovacuum runs, a minute or two later.
 */
export async function analyzeGrown(
  db: Db,
  added: { readonly [Table in keyof Database]?: number },
): Promise<void> {
  const grown = Object.entries(added).filter(([, rows]) => rows >= LEAST_ROWS);
  if (grown.length === 0) return;
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name
    from unnest(${grown.map(([name]) => name)}::text[], ${grown.map(([, rows]) => rows)}::bigint[])
      u(name, rows)
    join pg_class c on c.relnamespace = current_schema()::regnamespace and c.relname = u.name
    where c.reltuples < u.rows * ${KNOWN_TO_NEW}::int`.execute(db);
  // Skips tables that another process is analyzing or vacuuming.
  for (const { name } of tables) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db);
}
