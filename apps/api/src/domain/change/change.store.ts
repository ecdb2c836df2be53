import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ChangeKind } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';

/** Records who writes values; the values carry its id. */
export async function insertChange(
  tx: Db,
  change: {
    projectId: ProjectRef;
    id: string;
    kind: ChangeKind;
    actor: Actor;
    details?: Record<string, unknown>;
    /** The change that this one is a part of. */
    parentId?: string;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('change')
    .values({
      project_id: change.projectId,
      id: change.id,
      kind: change.kind,
      actor_type: change.actor.type,
      actor_id: change.actor.id,
      actor_name: change.actor.name,
      details: JSON.stringify(change.details ?? {}),
      at: change.now,
      parent_id: change.parentId ?? null,
    })
    .execute();
}

/**
 * Records the change that the transactions of a job are parts of, under the id of the job: the first one
 * that writes content does.
 */
export async function insertJobChange(
  tx: Db,
  { projectId, jobId, requestedBy, now }: JobChange,
): Promise<{ changeId: string }> {
  const actor = {
    type: 'job',
    id: jobId,
    name: `Translation requested by ${requestedBy}`,
  } as const;
  const details = { jobId };
  const changeId = newId();
  const change = { projectId, kind: 'job', actor, details, now } as const;
  await sql`
    insert into change (project_id, id, kind, actor_type, actor_id, actor_name, details, at)
    values (${projectId}::uuid, ${jobId}::uuid, 'job', ${actor.type}, ${actor.id}::uuid,
            ${actor.name}, ${JSON.stringify(details)}::jsonb, ${now}::timestamptz)
    on conflict do nothing`.execute(tx);
  await insertChange(tx, { ...change, id: changeId, parentId: jobId });
  return { changeId };
}

export interface JobChange {
  projectId: ProjectRef;
  jobId: string;
  /** Name of the user or API key that created the job. */
  requestedBy: string;
  now: Date;
}
