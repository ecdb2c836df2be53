import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isPicked, pickRows } from '../../../db/statements/pick-rows.ts';

/**
 * SQL for the numbers of values by locale, state and origin. If several rows have the same locale,
 * state and origin, their numbers must be added up.
 */
export const valueCounts = (projectId: RawBuilder<unknown>) => sql`(
  select locale_id, state, origin, values_count from value_count where project_id = ${projectId}
  union all
  select locale_id, state, origin, values_count from value_count_delta
  where project_id = ${projectId})`;

/**
 * Takes at most `limit` appended differences, adds them to the stored counts and deletes the
 * differences. This is one statement, so that a reader never counts a difference twice. Skips
 * differences that another process is adding.
 * @returns the number of deleted differences
 */
export async function foldValueDeltas(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with ${pickRows('value_count_delta', limit)}, taken as (
      delete from value_count_delta where ${isPicked}
      returning project_id, locale_id, state, origin, values_count
    ), folded as (
      insert into value_count as c (project_id, locale_id, state, origin, values_count)
      select project_id, locale_id, state, origin, sum(values_count) from taken
      group by project_id, locale_id, state, origin
      order by project_id, locale_id, state, origin
      on conflict (project_id, locale_id, state, origin)
      do update set values_count = c.values_count + excluded.values_count
    )
    select count(*) as folded from taken`.execute(db);
  return rows[0]!.folded;
}
