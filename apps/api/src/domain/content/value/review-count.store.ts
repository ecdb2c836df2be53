import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpValue } from '../../../db/look-ups.ts';
import { lookUp, lookUpAll } from '../../../db/statements/plan-hints.ts';
import type { Principal, ProjectRef } from '../../kernel/index.ts';

/** Number of reviewed texts in a locale, and how many of them the caller has reviewed. */
export interface ReviewedCount {
  locale_id: number;
  reviewed: number;
  by_caller: number;
}

/**
 * Counts, by locale, the values that were marked as reviewed since `since` and are still reviewed.
 * Reads a limited number of values, so the cost does not depend on the size of the project.
 */
export async function countReviewed(
  db: Db,
  projectId: ProjectRef,
  since: Date,
  { type, id }: Pick<Principal, 'type' | 'id'>,
): Promise<ReviewedCount[]> {
  const version = {
    project_id: projectId,
    locale_id: sql`w.locale_id`,
    key_id: sql`w.key_id`,
    version: sql`w.version`,
  };
  const { rows } = await sql<ReviewedCount>`
    with newest as (
      select c.id, c.kind, c.at, c.actor_type = ${type} and c.actor_id = ${id}::uuid as is_own
      from change c
      where c.project_id = ${projectId}::uuid
      order by c.id desc
      limit ${LIMITS.reviewChanges}
    ), written as (
      select t.locale_id, u.key_id, u.version, c.is_own
      from newest c
      cross join ${lookUpAll('change_values', { project_id: projectId, change_id: sql`c.id` })} t
      cross join unnest(t.key_ids, t.versions) u(key_id, version)
      where c.at >= ${since}::timestamptz and c.kind in ('edit', 'bulk')
      order by c.id desc
      limit ${LIMITS.reviewChanges}
    )
    select r.locale_id, count(*) as reviewed, count(*) filter (where r.is_own) as by_caller
    from (
      -- What was undone since may be reviewed again: then the review before counts.
      select distinct on (w.locale_id, w.key_id) w.locale_id, w.is_own
      from written w
      cross join ${lookUpValue(projectId, sql`w.locale_id`, sql`w.key_id`)} v
      left join ${lookUp('value_history', version)} h on true
      where v.state = 'reviewed' and (v.version = w.version or h.state = 'reviewed')
      order by w.locale_id, w.key_id, w.version desc) r
    group by r.locale_id`.execute(db);
  return rows;
}
