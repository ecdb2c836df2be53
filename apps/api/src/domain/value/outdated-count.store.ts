import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { rangesOf } from '../batches.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ContentChanges } from './content-changes.store.ts';

/**
 * Runs `work`, which changes the source versions of these keys, and adds the difference in each locale's
 * outdated values to `changes`. The values are locked until the transaction ends: a transaction that changes
 * one of them waits and then reads the new source version. The caller keeps others from adding values of
 * these keys, by the content lock or by a lock on the keys.
 */
export async function trackOutdated<Result>(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changes: ContentChanges,
  work: () => Promise<Result>,
): Promise<Result> {
  await addOutdated(tx, projectId, keyIds, changes, -1);
  const result = await work();
  await addOutdated(tx, projectId, keyIds, changes, 1);
  return result;
}

/**
 * As {@link trackOutdated}, for work that gives every one of the keys a new source version: all of their values are
 * then outdated, and need not be counted again.
 */
export async function trackReworded<Result>(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changes: ContentChanges,
  work: () => Promise<Result>,
): Promise<Result> {
  for await (const { localeId, all, outdated } of lockCounts(tx, projectId, keyIds)) {
    changes.addOutdated(localeId, all - outdated);
  }
  return work();
}

async function addOutdated(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changes: ContentChanges,
  sign: 1 | -1,
): Promise<void> {
  for await (const { localeId, outdated } of lockCounts(tx, projectId, keyIds)) {
    changes.addOutdated(localeId, sign * outdated);
  }
}

/** Locks the values of active keys, and counts them by locale. A locale can come several times. */
async function* lockCounts(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): AsyncGenerator<{ localeId: number; all: number; outdated: number }> {
  for (const [from, to] of rangesOf(keyIds.length)) {
    // The limits keep these one look-up a row with any statistics of the tables.
    const { rows } = await sql<{ localeId: number; all: number; outdated: number }>`
      select place.locale_id as "localeId", count(*) as "all",
             count(*) filter (where v.source_version <> place.source_version) as outdated
      from (
        -- In one order for all, so that no two wait for each other.
        select l.id as locale_id, k.id as key_id, k.source_version
        from unnest(${keyIds.slice(from, to)}::uuid[]) u(id)
        cross join lateral (
          select * from translation_key k
          where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.archived_at is null
          limit 1) k
        cross join locale l
        where l.project_id = ${projectId}::uuid
        order by l.id, k.id
      ) place
      cross join lateral (
        select v.source_version from translation_value v
        where v.project_id = ${unplanned(projectId)} and v.locale_id = place.locale_id
          and v.key_id = place.key_id
        limit 1
        for no key update) v
      group by place.locale_id`.execute(tx);
    yield* rows;
  }
}

/** Appends the differences in outdated values of a project, by locale id. */
export async function insertOutdatedDeltas(
  tx: Db,
  projectId: ProjectRef,
  deltas: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = [...deltas].filter(([, by]) => by !== 0);
  if (rows.length === 0) return;
  await sql`
    insert into outdated_value_delta (project_id, locale_id, values_count)
    select ${projectId}::uuid, u.locale_id, u.by
    from unnest(${rows.map(([localeId]) => localeId)}::smallint[],
                ${rows.map(([, by]) => by)}::bigint[]) u(locale_id, by)`.execute(tx);
}

/** Counts the outdated values of a locale's active keys. */
export async function readOutdatedCount(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<number> {
  return (await readOutdatedCounts(db, projectId)).get(localeId) ?? 0;
}

/** Counts the outdated values of a project's active keys, by id of the locale. */
export async function readOutdatedCounts(
  db: Db,
  projectId: ProjectRef,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select o.locale_id as id, sum(o.values_count)::bigint as count
    from ${outdatedCounts(sql`${projectId}::uuid`)} o
    group by o.locale_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** The rows whose sum by locale is the outdated values of a project. */
export const outdatedCounts = (projectId: ReturnType<typeof sql>) => sql`(
  select locale_id, values_count from outdated_value_count where project_id = ${projectId}
  union all
  select locale_id, values_count from outdated_value_delta where project_id = ${projectId})`;

/**
 * Folds up to `limit` appended rows into the counts, in one statement, so that a reader counts each row
 * once. Rows that another process is folding are skipped.
 *
 * @returns the number of folded rows
 */
export async function foldOutdatedDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with taken as (
      delete from outdated_value_delta
      where ctid = any(array(
        select ctid from outdated_value_delta limit ${limit} for update skip locked))
      returning project_id, locale_id, values_count
    ), folded as (
      insert into outdated_value_count as c (project_id, locale_id, values_count)
      select project_id, locale_id, sum(values_count) from taken
      group by project_id, locale_id
      order by project_id, locale_id
      on conflict (project_id, locale_id)
      do update set values_count = c.values_count + excluded.values_count
    )
    select count(*) as folded from taken`.execute(db);
  return rows[0]!.folded;
}
