import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ChangeKind, KeyAction } from '../../db/schema.generated.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';

/** Kind, author and details of a change. */
export interface ChangeRecord {
  kind: ChangeKind;
  actor: Actor;
  details?: Record<string, unknown>;
}

interface NewChange extends ChangeRecord {
  projectId: ProjectRef;
  id: string;
  /** The change of which this one is a part. */
  parentId?: string;
  now: Date;
}

/** Returns the statement that records the writer of keys and values, which carry the id of the change. */
export const changeInsertion = ({ actor, details = {}, ...change }: NewChange) => sql`
  insert into change (project_id, id, kind, actor_type, actor_id, actor_name, details, at, parent_id)
  values (${change.projectId}::uuid, ${change.id}::uuid, ${change.kind}::change_kind,
          ${actor.type}::actor_type, ${actor.id}::uuid, ${actor.name}, ${JSON.stringify(details)}::jsonb,
          ${change.now}::timestamptz, ${change.parentId ?? null}::uuid)`;

/** Records a change; see {@link changeInsertion}. */
export async function insertChange(tx: Db, change: NewChange): Promise<void> {
  await changeInsertion(change).execute(tx);
}

/** Records a change as {@link insertChange} does, unless it exists, as the parent of several changes may. */
export async function ensureChange(tx: Db, change: NewChange): Promise<void> {
  await sql`${changeInsertion(change)} on conflict do nothing`.execute(tx);
}

export interface JobChange {
  projectId: ProjectRef;
  jobId: string;
  /** Id of the change that is a part of the job's change. */
  changeId: string;
  /** Name of the user or API key that created the job. */
  requestedBy: string | null;
  now: Date;
}

/**
 * Records a transaction of a job as a part of the job's change. That change has the id of the job, and the first
 * transaction that writes content records it.
 */
export async function insertJobChange(
  tx: Db,
  { projectId, jobId, changeId, requestedBy, now }: JobChange,
): Promise<void> {
  const actor = { type: 'job', id: jobId, name: requestedBy } as const;
  const change = { projectId, kind: 'job', actor, details: { jobId }, now } as const;
  await ensureChange(tx, { ...change, id: jobId });
  await insertChange(tx, { ...change, id: changeId, parentId: jobId });
}

/** Maximum number of ids in one row, which a reader of a page has to unpack. */
export const ROW_IDS = 1_000;

const FIRST_KEY = sql`(array_agg(key_id order by key_id))[1]`;

/** The rows of the CTE `written`, numbered by the row to which they are added. */
const parts = sql`(
  select *, (row_number() over (order by key_id) - 1) / ${sql.lit(ROW_IDS)} as part from written) w`;

/**
 * Returns the end of a statement that writes values: it stores the rows of the statement's CTE `written (key_id,
 * version)`. Every writer includes it in its own statement, so that no writer can forget it.
 */
export const recordValues = (
  projectId: ProjectRef,
  changeId: string,
  localeId: number,
): RawBuilder<unknown> => sql`
  insert into change_values (project_id, change_id, locale_id, first_key_id, key_ids, versions,
                             values_count)
  select ${projectId}::uuid, ${changeId}::uuid, ${localeId}::smallint, ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(version order by key_id), count(*)
  from ${parts}
  group by part`;

/** Returns such an end as {@link recordValues} does, for `written (key_id)`: keys that were created. */
export const recordCreated = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, 'created', ${FIRST_KEY},
         array_agg(key_id order by key_id), count(*)
  from ${parts}
  group by part`;

/**
 * Returns such an end as {@link recordCreated} does, for `written (key_id, archived_by)`: keys that were archived or
 * restored, with the changes that had archived them before.
 */
export const recordArchived = (
  projectId: ProjectRef,
  changeId: string,
  action: Extract<KeyAction, 'archived' | 'restored'>,
): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, archived_by,
                           keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, ${action}::key_action, ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(archived_by order by key_id), count(*)
  from ${parts}
  group by part`;

/**
 * Returns such an end as {@link recordCreated} does, for `written (key_id, before, version)`: keys that got another
 * source version.
 */
export const recordReworded = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, versions_before,
                           versions_after, keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, 'reworded', ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(before order by key_id),
         array_agg(version order by key_id), count(*)
  from ${parts}
  group by part`;
