import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import { type ProjectRef, rangesOf } from '../../kernel/index.ts';
import type { ContentChanges } from './changes.ts';

export interface OutdatedCount {
  localeId: number;
  all: number;
  outdated: number;
}

export const lockCounts = (projectId: ProjectRef, keyIds: readonly string[]) => sql<OutdatedCount>`
  select place.locale_id as "localeId", count(*) as "all",
         count(*) filter (where v.source_version <> place.source_version) as outdated
  from (
    -- In one order for all, so that no two wait for each other.
    select l.id as locale_id, k.id as key_id, k.source_version
    from unnest(${keyIds}::uuid[]) u(id)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    cross join locale l
    where l.project_id = ${projectId}::uuid and k.archived_at is null and k.translatable
    order by l.id, k.id
  ) place
  cross join ${lookUpValue(projectId, sql`place.locale_id`, sql`place.key_id`, sql`for no key update`)} v
  group by place.locale_id`;

/**
 * Runs `work`, which changes the source versions of the given keys. Then adds the difference in the
 * number of outdated values to `changes`. The caller prevents other transactions from adding values
 * of these keys.
 */
export async function trackOutdated<Result>(
  tx: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
  changes: ContentChanges,
  work: () => Promise<Result>,
): Promise<Result> {
  const count = async (by: 1 | -1): Promise<void> => {
    for (const [from, to] of rangesOf(keyIds.length)) {
      const { rows } = await lockCounts(projectId, keyIds.slice(from, to)).execute(tx);
      for (const { localeId, outdated } of rows) changes.addOutdated(localeId, by * outdated);
    }
  };
  await count(-1);
  const result = await work();
  await count(1);
  return result;
}
