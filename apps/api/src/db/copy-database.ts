import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DatabaseError } from './availability/await-database.ts';
import { connectionTo } from './hosts/connection-to.ts';

export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
}

const QUEUE = 'pgboss.job';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Copies all rows of the service to another database with the same, empty tables. Reads one
 * snapshot and writes one transaction.
 * @throws DatabaseError if the tables or the row counts differ
 */
export async function copyDatabase(
  source: pg.ClientBase,
  target: pg.ClientBase,
): Promise<CopiedTable[]> {
  await source.query('begin isolation level repeatable read read only');
  await requireSameTables(source, target);
  const tables = inOrderOfReferences(await listTables(source), await listReferences(source));
  await target.query('begin');
  try {
    // Disables triggers, because the copied rows already include the effects of the triggers in the
    // source.
    for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`);
    const copied: CopiedTable[] = [];
    for (const table of tables) copied.push(await copyTable(source, target, table));
    // Checks deferred constraints now, because PostgreSQL cannot alter a table while checks of the
    // table are pending.
    await target.query('set constraints all immediate');
    for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`);
    await target.query('commit');
    await target.query('analyze');
    return copied;
  } catch (error) {
    await target.query('rollback');
    throw error;
  } finally {
    await source.query('rollback');
  }
}

async function copyTable(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { name, columns }: Table,
): Promise<CopiedTable> {
  const list = columns.join(', ');
  await pipeline(
    source.query(copyTo(`copy (select ${list} from ${name}) to stdout`)),
    target.query(copyFrom(`copy ${name} (${list}) from stdin`)),
  );
  const [before, after] = await Promise.all([countRows(source, name), countRows(target, name)]);
  if (before !== after) {
    throw new DatabaseError(
      `The table ${name} has ${before} rows, but its copy has ${after}. The copy was rolled back. Try again.`,
    );
  }
  return { name, rows: after };
}

async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]!.count);
}

/**
 * Lists the tables of the service and the task queue with their columns. Leaves out the list of
 * applied migrations, which the target already has. Leaves out unlogged tables, whose content may
 * be lost anyway.
 */
async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name,
      array_agg(quote_ident(a.attname) order by a.attname collate "C") as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and (c.oid = to_regclass('${QUEUE}')
        or c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not c.relispartition and c.relpersistence = 'p'
          and c.oid <> to_regclass('public.migration'))
    group by c.oid order by c.oid::regclass::text collate "C"`);
  return rows;
}

async function listReferences(client: pg.ClientBase): Promise<{ from: string; to: string }[]> {
  const { rows } = await client.query<{ from: string; to: string }>(`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and conrelid <> confrelid and conparentid = 0`);
  return rows;
}

/**
 * Sorts tables so that a referenced table precedes the tables that refer to it.
 * @throws if references form a cycle
 */
function inOrderOfReferences(
  tables: readonly Table[],
  references: readonly { from: string; to: string }[],
): Table[] {
  const ordered: Table[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const blocked = new Set(references.filter(({ to }) => names.has(to)).map(({ from }) => from));
    const ready = waiting.filter(({ name }) => !blocked.has(name));
    if (ready.length === 0) throw new Error(`foreign keys form a cycle: ${[...names].join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter(({ name }) => blocked.has(name));
  }
  return ordered;
}

async function requireSameTables(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const [before, after] = await Promise.all([describeTables(source), describeTables(target)]);
  // Ignores the tables of the task queue. A source database has none if the service has never run
  // on it.
  const isAdded = (table: string): boolean => !before.has(table) && !table.startsWith(QUEUE);
  if ([...before].every((table) => after.has(table)) && ![...after].some(isAdded)) return;
  throw new DatabaseError(
    'The database belongs to another version of Parlance than this command. Start the service of this ' +
      'version once, then copy.',
  );
}

const describeTables = async (client: pg.ClientBase): Promise<Set<string>> =>
  new Set((await listTables(client)).map(({ name, columns }) => `${name} ${columns.join()}`));

export async function requireEmptyTarget(connectionString: string): Promise<void> {
  const client = new pg.Client(connectionTo(connectionString));
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    );
    const names = rows.map(({ name }) => name);
    if (names.length > 0 && !names.includes('migration')) {
      throw new DatabaseError(
        `The target database contains tables of another program (${names[0]}). Copy into an empty database.`,
      );
    }
    if (names.includes('app_user') && (await countRows(client, 'app_user')) > 0) {
      throw new DatabaseError(
        'The target database already contains accounts. Copy into an empty database.',
      );
    }
  } finally {
    await client.end();
  }
}
