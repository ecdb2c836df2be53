import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isPicked, pickRows } from '../../../db/statements/pick-rows.ts';
import type { ProjectRef } from '../../kernel/index.ts';

export async function readOutdatedCount(
  db: Db,
  projectId: ProjectRef,
  localeId: number,
): Promise<number> {
  return (await readOutdatedCounts(db, projectId)).get(localeId) ?? 0;
}

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

/**
 * SQL for the numbers of outdated values by locale. If a locale has several rows, their numbers
 * must be added up.
 */
export const outdatedCounts = (projectId: ReturnType<typeof sql>) => sql`(
  select locale_id, values_count from outdated_value_count where project_id = ${projectId}
  union all
  select locale_id, values_count from outdated_value_delta where project_id = ${projectId})`;

/**
 * Takes at most `limit` appended differences, adds them to the stored counts and deletes the
 * differences. This is one statement, so that a reader never counts a difference twice. Skips
 * differences that another process is adding.
 * @returns the number of deleted differences
 */
export async function foldOutdatedDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with ${pickRows('outdated_value_delta', limit)}, taken as (
      delete from outdated_value_delta where ${isPicked}
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

/**
 * Counts the outdated values of each locale of a project, and appends the differences from the stored
 * counts. One statement reads values and counts in one snapshot, so writers need not wait.
 * @returns the number of corrected locales
 */
export async function correctOutdatedCounts(db: Db, projectId: ProjectRef): Promise<number> {
  const { rows } = await sql<{ locales: number }>`
    with corrected as (
      insert into outdated_value_delta (project_id, locale_id, values_count)
      select ${projectId}::uuid, locale_id,
             coalesce(found.values_count, 0) - coalesce(stored.values_count, 0)
      from (
        select v.locale_id, count(*) as values_count
        from translation_key k
        join translation_value v on v.project_id = k.project_id and v.key_id = k.id
        where k.project_id = ${projectId}::uuid and v.project_id = ${projectId}::uuid
          and k.translatable and k.archived_at is null and v.source_version <> k.source_version
        group by v.locale_id
      ) found
      full join (
        select o.locale_id, sum(o.values_count) as values_count
        from ${outdatedCounts(sql`${projectId}::uuid`)} o
        group by o.locale_id
      ) stored using (locale_id)
      where coalesce(found.values_count, 0) <> coalesce(stored.values_count, 0)
      returning 1
    )
    select count(*)::int as locales from corrected`.execute(db);
  return rows[0]!.locales;
}
