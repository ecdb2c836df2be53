import type { Db } from '../../db/client.ts';
import { newId } from '../../db/uuid.ts';
import type { Actor } from '../principal.ts';

export interface AuditEntry {
  organizationId: string;
  at: Date;
  actor: Actor;
  /** `noun.verb`, such as `api_key.create`. */
  action: string;
  target: { type: string; id: string; name: string | null };
  /** The client's address; null for what no request did. */
  address: string | null;
  details?: Record<string, unknown>;
}

/** Records an action in its own transaction. */
export async function audit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      organization_id: entry.organizationId,
      id: newId(),
      at: entry.at,
      actor_type: entry.actor.type,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      target_type: entry.target.type,
      target_id: entry.target.id,
      target_name: entry.target.name,
      address: entry.address,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
