import { LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ChangeKind } from '../../../db/schema.generated.ts';
import type { Actor, OwnerRef, ProjectRef } from '../../kernel/index.ts';

export interface ChangeEventRow {
  id: string;
  number: number;
  kind: ChangeKind;
  parent_id: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  at: Date;
  values_count: number;
  locales: string[];
  /**
   * Ids of the keys whose values the change wrote. Null if there are too many keys for an event.
   */
  value_key_ids: string[] | null;
  created: number;
  archived: number;
  restored: number;
  edited: number;
  /** Ids of the keys that the change wrote. Null if there are too many keys for an event. */
  key_ids: string[] | null;
}

/** Background work: a translation job, a bulk change or a release. */
export interface WorkRow {
  project_id: string;
  type: 'translation' | 'bulk' | 'release';
  id: string;
  status: string;
  /** Number of strings of a job, number of rows of a bulk change, or version of a release. */
  total: number;
  done: number;
  failed: number;
  environment_id: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
}

export interface WatchedProject {
  readonly projectId: ProjectRef;
  readonly organizationId: OwnerRef;
}

export async function readLastNumbers(
  db: Db,
  projectIds: readonly ProjectRef[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('change_sequence')
    .where('project_id', 'in', [...projectIds])
    .select(['project_id', 'last_number'])
    .execute();
  return new Map(rows.map(({ project_id: id, last_number: number }) => [id, number]));
}

/**
 * Maximum number of translation jobs, of bulk changes and of releases that are read per project.
 */
const WORKS = 100;

const actor = (prefix: 'created_by' | 'actor'): RawBuilder<unknown> =>
  sql.raw(`${prefix}_type as actor_type, ${prefix}_id as actor_id, ${prefix}_name as actor_name`);

/**
 * Returns background work that is running, is newer than the id `since`, or is listed in `known`.
 */
export async function readWorks(
  db: Db,
  projects: readonly WatchedProject[],
  {
    since,
    runsSince,
    known: runningIds,
  }: { since: string; runsSince: string; known: readonly string[] },
): Promise<WorkRow[]> {
  const job = sql`j.project_id, 'translation' as type, j.id, j.status::text, j.strings_total as total,
    j.strings_done as done, j.strings_failed as failed, null::uuid as environment_id, ${actor('created_by')}`;
  const ofProject = sql`j.organization_id = w.organization_id and j.project_id = w.project_id`;
  const { rows } = await sql<WorkRow>`
    select work.*
    from unnest(${projects.map(({ projectId }) => projectId)}::uuid[],
                ${projects.map(({ organizationId }) => organizationId)}::uuid[])
      w(project_id, organization_id)
    cross join lateral (
      (select ${job} from translation_job j
       where ${ofProject} and j.id >= ${since}::uuid order by j.id desc limit ${WORKS})
      union
      (select ${job} from translation_job j
       where ${ofProject} and j.status in ('queued', 'running') order by j.id desc limit ${WORKS})
      union
      select ${job} from translation_job j where ${ofProject} and j.id = any(${runningIds}::uuid[])
      union
      (select r.project_id, 'bulk', r.id, r.status::text, r.rows_count, r.rows_done, 0, null, ${actor('actor')}
       from bulk_run r
       where r.project_id = w.project_id and r.id >= ${runsSince}::uuid
         and (r.status = 'running' or r.id >= ${since}::uuid or r.id = any(${runningIds}::uuid[]))
       order by r.id desc limit ${WORKS})
      union
      (select r.project_id, 'release', r.id, r.status::text, r.version, 0, 0, r.environment_id, ${actor('actor')}
       from release r
       where r.project_id = w.project_id
         and (r.id >= ${since}::uuid or r.status = 'publishing' or r.id = any(${runningIds}::uuid[]))
       order by r.id desc limit ${WORKS})
    ) work
    order by work.id`.execute(db);
  return rows;
}

/**
 * Returns the changes of a project with numbers greater than `after` and not greater than `to`, in
 * ascending order.
 */
export async function readNumberedChanges(
  db: Db,
  projectId: ProjectRef,
  { after, to }: { after: number; to: number },
): Promise<ChangeEventRow[]> {
  const project = sql`${projectId}::uuid`;
  const most = sql.lit(LIMITS.eventKeyIds);
  const { rows } = await sql<ChangeEventRow>`
    select c.id, c.number, c.kind, c.parent_id, c.actor_type, c.actor_id, c.actor_name, c.at,
           v.values_count, v.locales, vi.key_ids as value_key_ids,
           k.created, k.archived, k.restored, h.edited, ki.key_ids
    from (
      select * from change
      where project_id = ${project} and number > ${after}::bigint and number <= ${to}::bigint
      order by number) c
    cross join lateral (
      select coalesce(sum(t.values_count), 0)::bigint as values_count,
             coalesce(array_agg(distinct l.code) filter (where l.code is not null), '{}') as locales
      from change_values t
      left join locale l on l.project_id = ${project} and l.id = t.locale_id
      where t.project_id = ${project} and t.change_id = c.id) v
    cross join lateral (
      select coalesce(sum(t.keys_count) filter (where t.action = 'created'), 0)::bigint as created,
             coalesce(sum(t.keys_count) filter (where t.action = 'archived'), 0)::bigint as archived,
             coalesce(sum(t.keys_count) filter (where t.action = 'restored'), 0)::bigint as restored
      from change_keys t where t.project_id = ${project} and t.change_id = c.id) k
    cross join lateral (
      select count(*) as edited from key_history t
      where t.project_id = ${project} and t.change_id = c.id) h
    left join lateral (
      select array_agg(distinct id) as key_ids
      from change_values t cross join lateral unnest(t.key_ids) id
      where v.values_count <= ${most} and t.project_id = ${project} and t.change_id = c.id) vi on true
    left join lateral (
      select array_agg(distinct id) as key_ids from (
        select unnest(t.key_ids) as id from change_keys t
        where t.project_id = ${project} and t.change_id = c.id and t.action <> 'reworded'
        union all
        select t.key_id from key_history t where t.project_id = ${project} and t.change_id = c.id) touched
      where k.created + k.archived + k.restored + h.edited <= ${most}) ki on true
    order by c.number`.execute(db);
  return rows;
}
