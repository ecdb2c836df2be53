import type { AuditEntry } from '@parlance/contracts';
import type { AuditView } from '../../domain/people/index.ts';

export const presentAuditEntry = (row: AuditView): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  target: { type: row.target_type, id: row.target_id, name: row.target_name },
  address: row.address,
  details: row.details,
  projects: row.projects,
});
