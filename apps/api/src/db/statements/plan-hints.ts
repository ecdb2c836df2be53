import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { Database } from '../schema.generated.ts';

/*
 * Where PostgreSQL is told how to read: here and nowhere else, see docs/adr/service/0008-statements-are-planned-with-their-values.md.
 * It takes a project that was filled since the last ANALYZE for one row. A statement on one table is right nevertheless.
 * A join of two tables is not: reading all of the project, once or for each row, looks as cheap as looking one row up.
 */

/** A project's id: a value, or a parameter of a named statement. */
export type ProjectId = string | RawBuilder<string>;

/** Columns by which rows are looked up, and their values: expressions, or parameters. */
type Key<Table extends keyof Database> = {
  readonly [Column in keyof Database[Table]]?: unknown;
};

/**
 * Looks the row of a whole unique key up for each row before it: a table to join, as in `left join ${lookUp(…)} v on true`.
 * Because of its limit PostgreSQL cannot join in another way.
 *
 * Pages read of a new project with 50,000 values in the locale, beside 40 projects that the statistics know (PostgreSQL 18
 * and 15): for 500 values 2,000, where a plain join reads all of the locale, 1,170; for 500 keys with their values 4,000
 * and 22,000; for 20,000 keys with their values 80,000 and 4,700,000, with 200 million comparisons.
 */
export const lookUp = <Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<Selectable<Database[Table]>> => atMostOne(select(table, key), lock);

/** As {@link lookUp}, of the one row that a statement selects. */
export const atMostOne = <Row>(
  select: RawBuilder<Row>,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<Row> => sql`lateral (${select} limit 1 ${lock})`;

/** As {@link lookUp}, for the rows that have the first columns of a key. */
export const lookUpAll = <Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
): RawBuilder<Selectable<Database[Table]>> => sql`lateral (${select(table, key)} offset 0)`;

/**
 * True if a row is of the project, for a row that is found by a hash of the project and a name. It is no equation, which
 * PostgreSQL could use instead of the hash: a search in a new project with 3,120 keys, 240 of them in plural families, went
 * through 1,359,000 rows, and goes through 15,000.
 */
export const isOfProject = (projectColumn: RawBuilder<unknown>, projectId: ProjectId) =>
  sql<boolean>`${projectColumn} is not distinct from ${projectId}::uuid`;

function select<Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
): RawBuilder<Selectable<Database[Table]>> {
  const conditions = Object.entries(key).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  return sql`select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
}

/**
 * Hides the project's id from the planner in updates and deletions of looked up rows. With stale statistics
 * PostgreSQL expects no rows in a new project, and would compare all of them with every row of the batch.
 */
export const unplanned = (projectId: ProjectId) => sql<string>`(select ${projectId}::uuid)`;

/**
 * To be selected: for the rest of the transaction, statements join slices of the same keys in their order. Each side of such
 * a join has the bounds of the slice. For 20,000 of 200,000 keys in two locales that takes 19 ms without statistics and
 * 17 ms with them; look-ups of each value take 67 and 71 ms; a plain join takes 63 ms with statistics, and does not end in
 * 20 s without.
 */
export const joinSlices: RawBuilder<unknown> = sql`set_config('enable_nestloop', 'off', true)`;

/**
 * For the rest of the transaction, statements merge whole tables along their primary keys, in the order in which they are
 * written: PostgreSQL does not look for a better order of up to two hundred joins. 50,000 keys in three locales take 267 ms
 * without statistics and 149 ms with them; with look-ups 780 and 529 ms; a plain join does not end in 30 s without, and holds
 * all of the locales in memory with them.
 */
export async function mergeWhole(tx: Db): Promise<void> {
  await sql`
    select set_config(name, value, true)
    from (values ('enable_nestloop', 'off'), ('enable_hashjoin', 'off'), ('enable_sort', 'off'),
                 ('join_collapse_limit', '1')) as setting (name, value)`.execute(tx);
}
