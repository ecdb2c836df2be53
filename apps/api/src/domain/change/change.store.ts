import type { Db } from '../../db/client.ts';
import type { ChangeKind } from '../../db/schema.generated.ts';
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
    })
    .execute();
}
