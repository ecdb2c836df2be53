import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { Database } from '../schema.generated.ts';

/*
 * Functions that influence PostgreSQL's plans. Such influence is only allowed in this file
 * (docs/adr/service/0008-statements-are-planned-with-their-values.md). The planner expects a single
 * row for a project that was filled since the last ANALYZE. That does no harm to a statement on one
 * table. In a join of two tables, reading the whole project once per row then appears as cheap as
 * looking up one row.
 */

/** Id of a project: a value, or a parameter of a named statement. */
export type ProjectId = string | RawBuilder<string>;

/** Columns and values by which rows are looked up. Values are SQL expressions or parameters. */
type Key<Table extends keyof Database> = {
  readonly [Column in keyof Database[Table]]?: unknown;
};

/**
 * Looks up the row with a complete unique key for each preceding row. The result is joined as a
 * table, as in `left join ${lookUp(…)} v on true`. The limit in the subquery forces PostgreSQL to
 * look up each row. With old statistics, PostgreSQL would otherwise read a whole locale (figures in
 * docs/adr/service/0008-statements-are-planned-with-their-values.md).
 */
export const lookUp = <Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<Selectable<Database[Table]>> => atMostOne(select(table, key), lock);

/** Joins the single row that a statement selects, in the same way as {@link lookUp}. */
export const atMostOne = <Row>(
  select: RawBuilder<Row>,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<Row> => sql`lateral (${select} limit 1 ${lock})`;

/** Looks up all rows that match the first columns of a key, in the same way as {@link lookUp}. */
export const lookUpAll = <Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
): RawBuilder<Selectable<Database[Table]>> => sql`lateral (${select(table, key)} offset 0)`;

/**
 * Returns the condition that a row belongs to the project, for rows found by a hash of project and
 * name. In tables that are not partitioned, the condition is not an equation, because PostgreSQL
 * would use an equation instead of the hash and read every key of the project.
 */
export const isOfProject = (projectColumn: RawBuilder<unknown>, projectId: ProjectId) =>
  sql<boolean>`is_of_project(${projectColumn}, ${unplanned(projectId)})`;

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
 * Returns the id of the project in a form that hides its value from the planner, for updates and
 * deletions of looked-up rows. With old statistics, PostgreSQL expects no rows in a new project and
 * would compare all of its rows with every row of the batch.
 */
export const unplanned = (projectId: ProjectId) => sql<string>`(select ${projectId}::uuid)`;

/**
 * Settings that make the following statements of the transaction join ranges of the same keys in
 * order. Each side of a join must have the bounds of the range. Looking up each value would take
 * about three times as long, and a plain join with old statistics takes more than 20 s
 * (docs/adr/service/0008-statements-are-planned-with-their-values.md).
 */
export const JOIN_SLICES = { enable_nestloop: 'off' };

/**
 * Makes the following statements of the transaction merge whole tables along their primary keys, in
 * the order in which the statements name the tables. Looking up each row would take about three
 * times as long, and a plain join with old statistics takes more than 30 s
 * (docs/adr/service/0008-statements-are-planned-with-their-values.md).
 */
export async function mergeWhole(tx: Db): Promise<void> {
  await sql`
    select set_config(name, value, true)
    from (values ('enable_nestloop', 'off'), ('enable_hashjoin', 'off'), ('enable_sort', 'off'),
                 ('join_collapse_limit', '1')) as setting (name, value)`.execute(tx);
}
