import type { Db } from '../db/client.ts';
import { audit } from './audit/audit.store.ts';
import type { EditCall } from './edit-project.ts';
import { actorOf } from './principal.ts';

/** Records an archiving or a restoring, by the noun that it concerns. */
export async function auditEdit(
  tx: Db,
  { principal, projectId, address }: EditCall,
  entry: {
    /** `noun.verb`. */
    action: string;
    id: string;
    name: string | null;
    now: Date;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  await audit(tx, {
    organizationId: principal.organizationId,
    at: entry.now,
    actor: actorOf(principal),
    action: entry.action,
    target: { type: entry.action.replace(/\..*/, ''), id: entry.id, name: entry.name },
    address,
    details: { projectId, ...entry.details },
  });
}
