import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ChangeKind, KeyAction } from '../../../db/schema.generated.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';

export interface ChangeRecord {
  kind: ChangeKind;
  actor: Actor;
  details?: Record<string, unknown>;
}

interface NewChange extends ChangeRecord {
  projectId: ProjectRef;
  id: string;
  /**
   * Id of the parent change, if this change is one transaction of an operation that has several.
   */
  parentId?: string;
  now: Date;
}

export const changeInsertion = ({ actor, details = {}, ...change }: NewChange) => sql`
  insert into change (project_id, id, kind, actor_type, actor_id, actor_name, details, at, parent_id)
  values (${change.projectId}::uuid, ${change.id}::uuid, ${change.kind}::change_kind,
          ${actor.type}::actor_type, ${actor.id}::uuid, ${actor.name}, ${JSON.stringify(details)}::jsonb,
          ${change.now}::timestamptz, ${change.parentId ?? null}::uuid)`;

export async function insertChange(tx: Db, change: NewChange): Promise<void> {
  await changeInsertion(change).execute(tx);
}

/**
 * Records a change unless it is recorded already. Concurrent child changes may all try to record
 * their parent change.
 */
export async function ensureChange(tx: Db, change: NewChange): Promise<void> {
  await sql`${changeInsertion(change)} on conflict do nothing`.execute(tx);
}

export interface JobChange {
  projectId: ProjectRef;
  jobId: string;
  changeId: string;
  requestedBy: string | null;
  /** The engine that made the texts. Null if no engine was needed. */
  engine: string | null;
  /** Hash of the settings that the engine has read. Absent if it has read none. */
  settingsHash?: number | undefined;
  now: Date;
}

/**
 * Records one transaction of a translation job as a child of the change of the job. The change of
 * the job has the id of the job.
 */
export async function insertJobChange(
  tx: Db,
  { projectId, jobId, changeId, requestedBy, engine, settingsHash, now }: JobChange,
): Promise<void> {
  const actor = { type: 'job', id: jobId, name: requestedBy } as const;
  const change = { projectId, kind: 'job', actor, details: { jobId }, now } as const;
  await ensureChange(tx, { ...change, id: jobId });
  const details = { jobId, engine, settingsHash };
  await insertChange(tx, { ...change, details, id: changeId, parentId: jobId });
}

/**
 * Maximum number of key ids in a stored row. It is limited, because the database decompresses whole
 * rows for a page.
 */
export const ROW_IDS = 1_000;

const FIRST_KEY = sql`(array_agg(key_id order by key_id))[1]`;

const parts = sql`(
  select *, (row_number() over (order by key_id) - 1) / ${sql.lit(ROW_IDS)} as part from written) w`;

/**
 * SQL for the end of a statement that writes values. It records the rows of the CTE `written
 * (key_id, version)` in the change, so that no write can stay unrecorded.
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

/**
 * Returns the SQL that ends a statement which creates keys: it records the rows of the CTE `written
 * (key_id)` in the change of the statement.
 */
export const recordCreated = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, 'created', ${FIRST_KEY},
         array_agg(key_id order by key_id), count(*)
  from ${parts}
  group by part`;

/**
 * SQL for the end of a statement that archives or restores keys. It records the rows of the CTE
 * `written (key_id, archived_by)` in the change. `archived_by` is the earlier change that archived
 * the key.
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
 * SQL for the end of a statement that changes source versions of keys. It records the rows of the
 * CTE `written (key_id, before, version)` in the change.
 */
export const recordReworded = (projectId: ProjectRef, changeId: string): RawBuilder<unknown> => sql`
  insert into change_keys (project_id, change_id, action, first_key_id, key_ids, versions_before,
                           versions_after, keys_count)
  select ${projectId}::uuid, ${changeId}::uuid, 'reworded', ${FIRST_KEY},
         array_agg(key_id order by key_id), array_agg(before order by key_id),
         array_agg(version order by key_id), count(*)
  from ${parts}
  group by part`;
