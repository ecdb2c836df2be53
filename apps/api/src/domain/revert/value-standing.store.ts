import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUp } from '../../db/statements/plan-hints.ts';
import type { ProjectRef } from '../tenant.ts';
import { type LockedValue, lockValues } from '../value/value.store.ts';
import type { TouchedValue } from './reverted-change.store.ts';

/** A version of a value as it counts. */
type CountedVersion = Pick<LockedValue, 'state' | 'origin' | 'source_version'>;

/**
 * A value compared with a change that wrote it. A version is named by the version that it restored, if any, so two
 * versions with the same name are equal. 0 is a value that never existed, and null is unknown.
 */
export interface ValueStanding {
  key_id: string;
  now: number;
  /** The version that the change wrote, and the version that it replaced. */
  written: number | null;
  replaced: number | null;
  /** Number of the version that the change replaced. */
  replaced_version: number;
  /** The current value, and the value before the change, each null if missing. */
  current: CountedVersion | null;
  earlier: CountedVersion | null;
}

/** Reads the standing of values of locked keys, and locks the existing values. */
export async function holdStandings(
  tx: Db,
  { projectId, localeId }: { projectId: ProjectRef; localeId: number },
  values: readonly TouchedValue[],
): Promise<ValueStanding[]> {
  const keyIds = values.map((value) => value.key_id);
  await lockValues(tx, projectId, localeId, keyIds);
  const place = { project_id: projectId, locale_id: localeId, key_id: sql`u.key_id` };
  const { rows } = await sql<ValueStanding>`
    select u.key_id,
           coalesce(v.restored_version, v.version, c.restored_version, c.version, 0) as now,
           case when coalesce(v.version, c.version) = u.last
                then coalesce(v.restored_version, v.version, c.restored_version, c.version)
                else coalesce(w.restored_version, w.version) end as written,
           case when u.first = 1 then 0 else coalesce(r.restored_version, r.version) end as replaced,
           u.first - 1 as replaced_version,
           case when v.version is not null then json_build_object(
             'state', v.state, 'origin', v.origin, 'source_version', v.source_version) end as current,
           case when r.text is not null then json_build_object(
             'state', r.state, 'origin', r.origin,
             'source_version', coalesce(r.source_version, v.source_version, 0)) end as earlier
    from unnest(${keyIds}::uuid[],
                ${values.map(({ first }) => first)}::int[],
                ${values.map(({ last }) => last)}::int[]) with ordinality u(key_id, first, last, place)
    left join ${lookUp('translation_value', place)} v on true
    left join ${lookUp('cleared_value', place)} c on true
    left join ${lookUp('value_history', { ...place, version: sql`u.last` })} w on true
    left join ${lookUp('value_history', { ...place, version: sql`u.first - 1` })} r on true
    order by u.place`.execute(tx);
  return rows;
}
