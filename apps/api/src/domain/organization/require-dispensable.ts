import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { hasOtherOwner, type MemberRow } from './member.store.ts';
import type { OrganizationRow } from './organization.store.ts';

/**
 * An organization, held by the caller, keeps an owner; and a person's requests act by default for the
 * personal organization, so that its person stays its owner. @throws `conflict`
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
