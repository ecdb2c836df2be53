import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../db/look-ups.ts';
import { rangesOf } from '../batches.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ContentChanges } from './changes.ts';

/**
 * Runs `work`, which changes the source versions of these keys, and adds the difference in each locale's outdated
 * values to `changes`. The values are locked until the transaction ends: a transaction that changes one of them waits
 * and then reads the new source version. The caller keeps others from adding values of these keys.
 *
 * @param areNew - True if every key gets a source version that no value has: then all of its values are outdated, and
 *   need not be counted again
 */
export async function trackOutdated<Result>(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changes: ContentChanges,
  areNew: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  for await (const { localeId, all, outdated } of lockCounts(tx, projectId, keyIds)) {
    changes.addOutdated(localeId, areNew ? all - outdated : -outdated);
  }
  const result = await work();
  if (areNew) return result;
  for await (const { localeId, outdated } of lockCounts(tx, projectId, keyIds)) {
    changes.addOutdated(localeId, outdated);
  }
  return result;
}

/** Locks the values of active keys, and counts them by locale. A locale can come several times. */
async function* lockCounts(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): AsyncGenerator<{ localeId: number; all: number; outdated: number }> {
  for (const [from, to] of rangesOf(keyIds.length)) {
    const { rows } = await sql<{ localeId: number; all: number; outdated: number }>`
      select place.locale_id as "localeId", count(*) as "all",
             count(*) filter (where v.source_version <> place.source_version) as outdated
      from (
        -- In one order for all, so that no two wait for each other.
        select l.id as locale_id, k.id as key_id, k.source_version
        from unnest(${keyIds.slice(from, to)}::uuid[]) u(id)
        cross join ${lookUpKey(projectId, sql`u.id`)} k
        cross join locale l
        where l.project_id = ${projectId}::uuid and k.archived_at is null
        order by l.id, k.id
      ) place
      cross join ${lookUpValue(projectId, sql`place.locale_id`, sql`place.key_id`, sql`for no key update`)} v
      group by place.locale_id`.execute(tx);
    yield* rows;
  }
}
