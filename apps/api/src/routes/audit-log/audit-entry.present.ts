import type { AuditEntry } from '@parlance/contracts';
import type { AuditRow } from '../../domain/audit/audit.store.ts';

export const presentAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  target: { type: row.target_type, id: row.target_id, name: row.target_name },
  address: row.address,
  details: row.details,
});
