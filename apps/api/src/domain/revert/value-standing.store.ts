import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import type { ProjectRef } from '../tenant.ts';
import type { LockedValue } from '../value/value.store.ts';
import type { TouchedValue } from './reverted-change.store.ts';

/** A version of a value as it counts. */
type CountedVersion = Pick<LockedValue, 'state' | 'origin' | 'source_version'>;

/**
 * A value beside a change that wrote it. A version is named by the one that it restored, if it did: two with one
 * name are the same. 0 is a value that never existed; null is not known any more.
 */
export interface ValueStanding {
  key_id: string;
  now: number;
  /** The version that the change wrote, and the one that it replaced. */
  written: number | null;
  replaced: number | null;
  /** Number of the version that the change replaced. */
  replaced_version: number;
  /** The value as it is, and as it was before the change; null if it is, or was, missing. */
  current: CountedVersion | null;
  earlier: CountedVersion | null;
}

/** Reads how values of held keys stand, and locks those that are there. */
export async function holdStandings(
  tx: Db,
  { projectId, localeId }: { projectId: ProjectRef; localeId: number },
  values: readonly TouchedValue[],
): Promise<ValueStanding[]> {
  const keyIds = values.map((value) => value.key_id);
  await sql`
    select from translation_value v
    where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
      and v.key_id = any(${keyIds}::uuid[])
    order by v.key_id
    for no key update`.execute(tx);
  const at = (table: RawBuilder<unknown>, alias: RawBuilder<unknown>) => sql`
    ${table} ${alias} where ${alias}.project_id = ${unplanned(projectId)}
      and ${alias}.locale_id = ${localeId}::smallint and ${alias}.key_id = u.key_id`;
  const version = (number: RawBuilder<unknown>) => sql`(
    select coalesce(h.restored_version, h.version) as name, h.text is not null as has_text, h.state,
           h.origin, h.source_version
    from ${at(sql`value_history`, sql`h`)} and h.version = ${number} limit 1)`;
  const { rows } = await sql<ValueStanding>`
    select u.key_id, coalesce(v.name, c.name, 0) as now,
           case when coalesce(v.version, c.version) = u.last then coalesce(v.name, c.name)
                else w.name end as written,
           case when u.first = 1 then 0 else r.name end as replaced,
           u.first - 1 as replaced_version,
           case when v.version is not null then json_build_object(
             'state', v.state, 'origin', v.origin, 'source_version', v.source_version) end as current,
           case when r.has_text then json_build_object(
             'state', r.state, 'origin', r.origin,
             'source_version', coalesce(r.source_version, v.source_version, 0)) end as earlier
    from unnest(${keyIds}::uuid[],
                ${values.map(({ first }) => first)}::int[],
                ${values.map(({ last }) => last)}::int[]) with ordinality u(key_id, first, last, place)
    left join lateral (
      select v.version, coalesce(v.restored_version, v.version) as name, v.state, v.origin,
             v.source_version
      from ${at(sql`translation_value`, sql`v`)} limit 1) v on true
    left join lateral (
      select c.version, coalesce(c.restored_version, c.version) as name
      from ${at(sql`cleared_value`, sql`c`)} limit 1) c on true
    left join lateral ${version(sql`u.last`)} w on true
    left join lateral ${version(sql`u.first - 1`)} r on true
    order by u.place`.execute(tx);
  return rows;
}
