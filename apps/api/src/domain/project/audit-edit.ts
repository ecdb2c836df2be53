import type { AuditAction, AuditDetails } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { actorOf, audit } from '../kernel/index.ts';
import type { EditCall } from './edit-project.ts';

export async function auditEdit(
  tx: Db,
  { principal, projectId, address }: EditCall,
  entry: {
    action: AuditAction;
    id: string;
    name: string | null;
    now: Date;
    details?: AuditDetails;
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
