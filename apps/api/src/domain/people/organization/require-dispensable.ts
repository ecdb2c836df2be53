import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { hasOtherOwner, type MemberRow } from './member.store.ts';
import type { OrganizationRow } from './organization.store.ts';

/**
 * Requires that a member is not the last owner and not the user of a personal organization.
 * Requests of a user apply by default to the personal organization, so its user must stay. The
 * caller has locked the organization.
 * @throws `conflict`
 */
export async function requireDispensable(
  tx: Db,
  organization: OrganizationRow,
  member: MemberRow,
): Promise<void> {
  if (organization.personal_user_id === member.user_id) {
    fail('conflict', 'A member cannot be removed from their personal organization.');
  }
  if (member.role === 'owner' && !(await hasOtherOwner(tx, organization.id, member.user_id))) {
    fail('conflict', 'The member is the last owner. Make another member an owner first.');
  }
}
