import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Owner } from '../principal.ts';
import { olderThanSource } from '../value/source-version.ts';
import { livingProjects } from './summary.store.ts';

/** Sets these locks apart from other advisory locks of the service. */
const LOCK_CLASS = 4_201;

/** The owner's living projects whose count of outdated values is to be made anew. */
export async function findMarkedProjects(db: Db, owner: Owner): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from ${livingProjects(owner)}
    where exists (select from outdated_mark m where m.project_id = p.id)
    order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Some marked projects of any owner. */
export async function findAnyMarkedProjects(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ project_id: string }>`
    select distinct project_id from outdated_mark order by project_id limit ${limit}`.execute(db);
  return rows.map(({ project_id }) => project_id);
}

/**
 * Counts the outdated values of some projects anew and takes their marks away, in one statement: what is
 * marked by transactions that it does not see stays marked. One of each project at a time, so that the
 * later look wins.
 */
export async function recountOutdated(tx: Db, projectIds: readonly string[]): Promise<void> {
  const ids = [...projectIds];
  await sql`
    select pg_advisory_xact_lock(${LOCK_CLASS}::int, hashtext(id::text))
    from (select id from unnest(${ids}::uuid[]) u(id) order by hashtext(id::text)) u`.execute(tx);
  await sql`
    with seen as (
      delete from outdated_mark where project_id = any(${ids}::uuid[])
    )
    insert into outdated_count (project_id, locale_id, values_count)
    select l.project_id, l.id, coalesce(o.values_count, 0)
    from locale l
    left join (
      select k.project_id, v.locale_id, count(*) as values_count
      from translation_key k
      join locale l on l.project_id = k.project_id
      join translation_value v
        on v.project_id = k.project_id and v.locale_id = l.id and v.key_id = k.id
      where k.project_id = any(${ids}::uuid[]) and k.source_version > 0
        and k.archived_at is null and ${olderThanSource}
      group by k.project_id, v.locale_id
    ) o on o.project_id = l.project_id and o.locale_id = l.id
    where l.project_id = any(${ids}::uuid[])
    order by l.project_id, l.id
    on conflict (project_id, locale_id) do update set values_count = excluded.values_count`.execute(
    tx,
  );
}

/** Outdated values of enabled locales; the source is never older than itself. */
export async function sumOutdated(db: Db, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(o.values_count), 0)::bigint as count
    from ${livingProjects(owner)}
    join outdated_count o on o.project_id = p.id and o.locale_id <> p.source_locale_id
    join locale l on l.project_id = p.id and l.id = o.locale_id and l.enabled
    where o.values_count > 0`.execute(db);
  return rows[0]!.count;
}
