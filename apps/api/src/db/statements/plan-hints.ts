import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../client.ts';
import type { Database } from '../schema.generated.ts';

/*
 * Functions that influence PostgreSQL's plans. Such influence is allowed only in this file
 * (docs/adr/service/0008-statements-are-planned-with-their-values.md). For a project that was
 * filled since the last ANALYZE, the planner expects a single row. PostgreSQL may then read the
 * whole project once per row of a join.
 */

/** Id of a project in a statement. It is a string, or a parameter whose value is passed later. */
export type ProjectId = string | RawBuilder<string>;

type Key<Table extends keyof Database> = {
  readonly [Column in keyof Database[Table]]?: unknown;
};

/**
 * Looks up the row with a complete unique key for each preceding row. Join the result as a table:
 * `left join ${lookUp(…)} v on true`. The limit in the subquery forces PostgreSQL to look up each
 * row. Without the limit, outdated statistics could lead PostgreSQL to a slower plan.
 */
export const lookUp = <Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<Selectable<Database[Table]>> => atMostOne(select(table, key), lock);

/** Does the same as {@link lookUp} for any `select` that returns at most one row. */
export const atMostOne = <Row>(
  select: RawBuilder<Row>,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<Row> => sql`lateral (${select} limit 1 ${lock})`;

/** Looks up all rows that match the first columns of a key. See {@link lookUp}. */
export const lookUpAll = <Table extends keyof Database>(
  table: Table,
  key: Key<Table>,
): RawBuilder<Selectable<Database[Table]>> => sql`lateral (${select(table, key)} offset 0)`;

/**
 * Returns the condition that a row belongs to the project. Use it for rows that are found by a
 * hash, so that PostgreSQL searches the index of hashes.
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
 * Hides the id of the project from PostgreSQL's planner. With outdated statistics, an update of a
 * new project would compare all rows of the project with every row of the batch.
 */
export const unplanned = (projectId: ProjectId) => sql<string>`(select ${projectId}::uuid)`;

/**
 * Makes the following statements join ranges of the same keys in order. Each table in such a join
 * needs a condition with the bounds of the range. Other plans are at least three times slower
 * (docs/adr/service/0008-statements-are-planned-with-their-values.md).
 */
export const JOIN_SLICES = { enable_nestloop: 'off' };

/**
 * Makes the following statements merge whole tables along their primary keys, in the order in which
 * a statement names the tables. Other plans are at least three times slower
 * (docs/adr/service/0008-statements-are-planned-with-their-values.md).
 */
export async function mergeWhole(tx: Db): Promise<void> {
  await sql`
    select set_config(name, value, true)
    from (values ('enable_nestloop', 'off'), ('enable_hashjoin', 'off'), ('enable_sort', 'off'),
                 ('join_collapse_limit', '1')) as setting (name, value)`.execute(tx);
}
