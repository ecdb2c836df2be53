import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import { type LockedValue, lockValues } from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import type { TouchedValue } from './reverted-change.store.ts';

type CountedVersion = Pick<LockedValue, 'state' | 'origin' | 'source_version'>;

/**
 * Three states of a value: now, directly after the reverted change (`written`), and directly before
 * it (`replaced`). Each number is the first version that had the content of this state. The number
 * is 0 if the value did not exist, and null if the content is unknown.
 */
export interface ValueStanding {
  key_id: string;
  now: number;
  written: number | null;
  replaced: number | null;
  replaced_version: number;
  /**
   * `current` is the current version, and `earlier` is the version before the reverted change. Each
   * of them is null if the value was missing at that time.
   */
  current: CountedVersion | null;
  earlier: CountedVersion | null;
}

/**
 * Compares the current values with the values that the reverted change wrote and replaced. Locks
 * the values. The caller has locked the keys.
 */
export async function lockStandings(
  tx: Db,
  { projectId, localeId }: { projectId: ProjectRef; localeId: number },
  values: readonly TouchedValue[],
): Promise<ValueStanding[]> {
  const keyIds = values.map((value) => value.key_id);
  await lockValues(tx, projectId, localeId, keyIds);
  const cell = { project_id: projectId, locale_id: localeId, key_id: sql`u.key_id` };
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
    left join ${lookUp('translation_value', cell)} v on true
    left join ${lookUp('cleared_value', cell)} c on true
    left join ${lookUp('value_history', { ...cell, version: sql`u.last` })} w on true
    left join ${lookUp('value_history', { ...cell, version: sql`u.first - 1` })} r on true
    order by u.place`.execute(tx);
  return rows;
}
