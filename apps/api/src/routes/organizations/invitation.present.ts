import type { Invitation } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import { INVITATION, type InvitationRow } from '../../domain/people/index.ts';

export const presentInvitation = (row: InvitationRow): Invitation => ({
  ...membersOf(INVITATION, row),
  invitedBy: { type: row.invited_by_type, id: row.invited_by_id, name: row.invited_by_name },
});
