import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';

const HOUR_MS = 60 * 60 * 1000;
const HOURS = 24;

/** A number of requests for the bundles of an environment. */
export interface ReadCount {
  readonly projectId: string;
  readonly environmentId: string;
  readonly requests: number;
}

/** Adds requests to the current hour, in one statement. */
export async function addReads(db: Db, counts: readonly ReadCount[], now: Date): Promise<void> {
  // Processes add their counts at the same time. The order prevents deadlocks.
  await sql`
    insert into bundle_read as r (project_id, environment_id, hour, requests)
    select project_id, environment_id, date_trunc('hour', ${now}::timestamptz, 'UTC'), requests
    from unnest(${counts.map(({ projectId }) => projectId)}::uuid[],
                ${counts.map(({ environmentId }) => environmentId)}::uuid[],
                ${counts.map(({ requests }) => requests)}::bigint[])
      n(project_id, environment_id, requests)
    order by project_id, environment_id
    on conflict (project_id, environment_id, hour)
      do update set requests = r.requests + excluded.requests`.execute(db);
}

/**
 * Returns the number of requests in the last 24 hours, for an environment or for the whole project. Leaves out the hour
 * in which the 24 hours begin, so that the number is never too high.
 */
export async function countReads(
  db: Db,
  projectId: ProjectRef,
  environmentId: string | null,
  now: Date,
): Promise<number> {
  let reads = db
    .selectFrom('bundle_read')
    .where('project_id', '=', projectId)
    .where('hour', '>=', new Date(now.getTime() - HOURS * HOUR_MS));
  if (environmentId !== null) reads = reads.where('environment_id', '=', environmentId);
  const row = await reads
    .select(({ fn }) => sql<number>`coalesce(${fn.sum('requests')}, 0)::bigint`.as('requests'))
    .executeTakeFirstOrThrow();
  return row.requests;
}
