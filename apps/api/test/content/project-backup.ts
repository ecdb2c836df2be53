import { sql } from 'kysely';
import type { TestApp } from '../app/app.ts';

/** Rows of a project by table, as in a backup of the database. */
export type Backup = ReadonlyMap<string, unknown>;

/** Returns the tables with rows of projects, and their writable columns. */
async function tablesOf({ db }: TestApp): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name::text as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    join pg_class t on t.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition
      and c.is_generated = 'NEVER' and c.is_identity = 'NO'
    group by c.table_name
    having bool_or(c.column_name = 'project_id')`.execute(db);
  return rows;
}

export async function takeBackup(app: TestApp, projectId: string): Promise<Backup> {
  const backup = new Map<string, unknown>();
  for (const { name } of await tablesOf(app)) {
    const { rows } = await sql<{ rows: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows
      from ${sql.table(name)} t where t.project_id = ${projectId}::uuid`.execute(app.db);
    backup.set(name, rows[0]!.rows);
  }
  return backup;
}

/** Restores a project from its backup. Later rows are deleted, including its history. */
export async function restoreBackup(
  app: TestApp,
  projectId: string,
  backup: Backup,
): Promise<void> {
  const tables = await tablesOf(app);
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { name, columns } of tables) {
      await sql`delete from ${sql.table(name)} where project_id = ${projectId}::uuid`.execute(tx);
      const list = sql.join(columns.map((column) => sql.ref(column)));
      await sql`
        insert into ${sql.table(name)} (${list})
        select ${list} from jsonb_populate_recordset(
          null::${sql.table(name)}, ${JSON.stringify(backup.get(name))}::jsonb)`.execute(tx);
    }
  });
}
