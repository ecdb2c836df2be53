import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import { firstIdAt } from '../../../../db/ids/uuid.ts';
import { lookUp, lookUpAll, unplanned } from '../../../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../../../kernel/index.ts';

/** Progress of the deletion of a project's old changes. */
export interface Forgotten {
  /** Number of the first change that is kept. */
  kept_from: number;
  /** Number of the last change that was deleted. */
  swept_to: number;
}

export async function readForgotten(db: Db, projectId: ProjectRef): Promise<Forgotten | null> {
  const row = await db
    .selectFrom('change_sequence')
    .where('project_id', '=', projectId)
    .select(['kept_from', 'swept_to'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stores the number of the first kept change: the newest change before `before`, which may be the
 * last change that a client has seen. Later reads treat earlier changes as deleted.
 */
export async function keepChangesFrom(db: Db, projectId: ProjectRef, before: Date): Promise<void> {
  await sql`
    update change_sequence s set kept_from = c.number
    from (
      select number from change
      where project_id = ${projectId}::uuid and id < ${firstIdAt(before.getTime())}::uuid
        and number is not null
      order by id desc limit 1) c
    where s.project_id = ${projectId}::uuid and s.kept_from < c.number`.execute(db);
}

export interface OldChange {
  id: string;
  number: number;
  /** Number of values that the change wrote. */
  values: number;
}

/** Lists changes between two numbers, in the order of their numbers. */
export async function listOldChanges(
  db: Db,
  projectId: ProjectRef,
  { after, before, limit }: { after: number; before: number; limit: number },
): Promise<OldChange[]> {
  const { rows } = await sql<OldChange>`
    select c.id, c.number, (
      select coalesce(sum(t.values_count), 0)::bigint from change_values t
      where t.project_id = ${projectId}::uuid and t.change_id = c.id) as values
    from change c
    where c.project_id = ${projectId}::uuid and c.number > ${after}::bigint
      and c.number < ${before}::bigint
    order by c.number limit ${limit}`.execute(db);
  return rows;
}

/** Identifies a stored row, which lists values that a change wrote in a locale. */
export interface WrittenRow {
  change_id: string;
  locale_id: number;
  first_key_id: string;
  values_count: number;
}

/** Lists the stored rows of changes, in the order of the primary key. */
export async function listWritten(
  db: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select t.change_id, t.locale_id, t.first_key_id, t.values_count
    from unnest(${[...changeIds]}::uuid[]) u(id)
    cross join ${lookUpAll('change_values', { project_id: projectId, change_id: sql`u.id` })} t
    order by t.change_id, t.locale_id, t.first_key_id`.execute(db);
  return rows;
}

/** SQL that reads these stored rows. */
const rowsAt = (projectId: ProjectRef, rows: readonly WrittenRow[]): RawBuilder<unknown> => sql`
  select t.*
  from unnest(${rows.map((row) => row.change_id)}::uuid[],
              ${rows.map((row) => row.locale_id)}::smallint[],
              ${rows.map((row) => row.first_key_id)}::uuid[]) u(change_id, locale_id, first_key_id)
  cross join ${lookUp('change_values', {
    project_id: projectId,
    change_id: sql`u.change_id`,
    locale_id: sql`u.locale_id`,
    first_key_id: sql`u.first_key_id`,
  })} t`;

/**
 * Deletes the versions that these rows replaced.
 *
 * @returns the stored rows of the changes that wrote the deleted versions, if the number of the change is below
 * `before`
 */
export async function deleteReplaced(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly WrittenRow[],
  before: number,
): Promise<WrittenRow[]> {
  const written = await sql<WrittenRow>`
    with written as materialized (
      select t.locale_id, u.key_id, u.version
      from (${rowsAt(projectId, rows)}) t
      cross join lateral unnest(t.key_ids, t.versions) u(key_id, version)
    ), replaced as materialized (
      select h.locale_id, h.key_id, h.version, h.change_id
      from written w
      cross join ${lookUp('value_history', {
        project_id: projectId,
        locale_id: sql`w.locale_id`,
        key_id: sql`w.key_id`,
        version: sql`w.version - 1`,
      })} h
    ), gone as (
      delete from value_history h using replaced r
      where h.project_id = ${unplanned(projectId)} and h.locale_id = r.locale_id
        and h.key_id = r.key_id and h.version = r.version
    )
    select distinct r.change_id, r.locale_id, t.first_key_id, t.values_count
    from replaced r
    join ${lookUp('change', { project_id: projectId, id: sql`r.change_id` })} c
      on c.number < ${before}::bigint
    cross join lateral (
      select t.first_key_id, t.values_count from change_values t
      where t.project_id = ${projectId}::uuid and t.change_id = r.change_id
        and t.locale_id = r.locale_id and t.first_key_id <= r.key_id
        -- The statements of a change may have written rows whose keys lie between each other's.
        and r.key_id = any(t.key_ids)
      order by t.first_key_id desc limit 1) t`.execute(tx);
  return written.rows;
}

const SPREAD = 7_919;

/**
 * SQL condition that at least one version in the stored row `t` still exists. Visits the versions in steps of
 * {@link SPREAD} and stops at the first existing version, because neighboring keys were often edited together. `SPREAD`
 * is coprime to the length of a row, so each version is visited once.
 */
const isThere = (projectId: ProjectRef): RawBuilder<unknown> => {
  const cell = { project_id: projectId, locale_id: sql`t.locale_id`, key_id: sql`u.key_id` };
  const at = sql`1 + (i * ${sql.lit(SPREAD)}) % t.values_count`;
  const found = (table: 'translation_value' | 'cleared_value' | 'value_history') => sql`
    coalesce((select f.version = u.version from ${lookUp(table, {
      ...cell,
      ...(table === 'value_history' && { version: sql`u.version` }),
    })} f), false)`;
  return sql`exists (
    select from generate_series(0, t.values_count - 1) i
    cross join lateral (select t.key_ids[${at}] as key_id, t.versions[${at}] as version offset 0) u
    where ${found('translation_value')} or ${found('value_history')} or ${found('cleared_value')})`;
};

/** Deletes these stored rows, whose versions are all deleted. @returns the ids of their changes */
export async function deleteWritten(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly WrittenRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  await sql`
    delete from change_values t
    using unnest(${rows.map((row) => row.change_id)}::uuid[],
                 ${rows.map((row) => row.locale_id)}::smallint[],
                 ${rows.map((row) => row.first_key_id)}::uuid[]) u(change_id, locale_id, first_key_id)
    where t.project_id = ${unplanned(projectId)} and t.change_id = u.change_id
      and t.locale_id = u.locale_id and t.first_key_id = u.first_key_id`.execute(tx);
  return rows.map(({ change_id: id }) => id);
}

/**
 * Deletes the given stored rows that no longer have a version.
 *
 * @returns the ids of their changes
 */
export async function deleteLost(
  tx: Db,
  projectId: ProjectRef,
  rows: readonly WrittenRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { rows: lost } = await sql<{ change_id: string }>`
    with stored as materialized (
      -- Decompresses each list once, and not for each of its ids.
      select t.change_id, t.locale_id, t.first_key_id, t.values_count,
             t.key_ids || '{}'::uuid[] as key_ids, t.versions || '{}'::int[] as versions
      from (${rowsAt(projectId, rows)}) t
    ), lost as materialized (
      select t.change_id, t.locale_id, t.first_key_id from stored t where not ${isThere(projectId)}
    )
    delete from change_values t using lost
    where t.project_id = ${unplanned(projectId)} and t.change_id = lost.change_id
      and t.locale_id = lost.locale_id and t.first_key_id = lost.first_key_id
    returning t.change_id`.execute(tx);
  return [...new Set(lost.map(({ change_id }) => change_id))];
}

/** Deletes up to `limit` rows that record which keys the changes affected. @returns the number of deleted rows */
export async function deleteKeyRows(
  tx: Db,
  table: 'change_keys' | 'key_history',
  projectId: ProjectRef,
  changeIds: readonly string[],
  limit: number,
): Promise<number> {
  const key = sql.raw(
    table === 'change_keys' ? 'change_id, action, first_key_id' : 'change_id, key_id',
  );
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)}
    where project_id = ${unplanned(projectId)} and (${key}) in (
      select ${key}
      from unnest(${[...changeIds]}::uuid[]) u(id)
      cross join ${lookUpAll(table, { project_id: projectId, change_id: sql`u.id` })} t
      limit ${limit})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes the given changes that have a number up to `to` and no longer have values or child changes.
 *
 * @returns the ids of their parents
 */
export async function deleteEmpty(
  tx: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
  to: number,
): Promise<{ deleted: number; parentIds: string[] }> {
  const { rows } = await sql<{ parent_id: string | null }>`
    with empty as materialized (
      select c.id
      from (select distinct id from unnest(${[...changeIds]}::uuid[]) id) u
      cross join ${lookUp('change', { project_id: projectId, id: sql`u.id` })} c
      where c.number <= ${to}::bigint
        and not exists (
          select from change_values t where t.project_id = ${projectId}::uuid and t.change_id = c.id)
        and not exists (
          select from change p where p.project_id = ${projectId}::uuid and p.parent_id = c.id)
    )
    delete from change c using empty
    where c.project_id = ${unplanned(projectId)} and c.id = empty.id
    returning c.parent_id`.execute(tx);
  const parentIds = new Set(rows.flatMap(({ parent_id: id }) => (id === null ? [] : [id])));
  return { deleted: rows.length, parentIds: [...parentIds] };
}

export async function setSwept(tx: Db, projectId: ProjectRef, to: number): Promise<void> {
  await tx
    .updateTable('change_sequence')
    .where('project_id', '=', projectId)
    .set({ swept_to: to })
    .execute();
}
