import type { Db } from '../../db/client.ts';
import type { ChangeKind } from '../../db/schema.generated.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';

interface NewChange {
  projectId: ProjectRef;
  id: string;
  kind: ChangeKind;
  actor: Actor;
  details?: Record<string, unknown>;
  /** The change that this one is a part of. */
  parentId?: string;
  now: Date;
}

const insertion = (tx: Db, change: NewChange) =>
  tx.insertInto('change').values({
    project_id: change.projectId,
    id: change.id,
    kind: change.kind,
    actor_type: change.actor.type,
    actor_id: change.actor.id,
    actor_name: change.actor.name,
    details: JSON.stringify(change.details ?? {}),
    at: change.now,
    parent_id: change.parentId ?? null,
  });

/** Records who writes keys and values; the values carry its id. */
export async function insertChange(tx: Db, change: NewChange): Promise<void> {
  await insertion(tx, change).execute();
}

/** As {@link insertChange}, unless the change is there: the parent of several. */
export async function ensureChange(tx: Db, change: NewChange): Promise<void> {
  await insertion(tx, change)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface JobChange {
  projectId: ProjectRef;
  jobId: string;
  /** Id of the part. */
  changeId: string;
  /** Name of the user or API key that created the job. */
  requestedBy: string;
  now: Date;
}

/**
 * Records a transaction of a job as a part of the job's change, which has the id of the job and is recorded by
 * the first transaction that writes content.
 */
export async function insertJobChange(
  tx: Db,
  { projectId, jobId, changeId, requestedBy, now }: JobChange,
): Promise<void> {
  const actor = { type: 'job', id: jobId, name: requestedBy } as const;
  const change = { projectId, kind: 'job', actor, details: { jobId }, now } as const;
  await ensureChange(tx, { ...change, id: jobId });
  await insertion(tx, { ...change, id: changeId, parentId: jobId }).execute();
}
