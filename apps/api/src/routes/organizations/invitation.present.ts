import type { Invitation } from '@parlance/contracts';
import type { InvitationRow } from '../../domain/people/index.ts';

export const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  localeCodes: row.locale_tags,
  projectIds: row.project_ids,
  invitedBy: { type: row.invited_by_type, id: row.invited_by_id, name: row.invited_by_name },
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});
