import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { hasOtherOwner, type MemberRow } from './member.store.ts';
import type { OrganizationRow } from './organization.store.ts';

/**
 * Requires that the member is not the last owner of the organization, which the caller holds, and not the person whose
 * personal organization it is. That person must stay an owner, because their requests use this organization by default.
 *
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
