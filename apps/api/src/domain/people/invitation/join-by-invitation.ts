import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { audit } from '../../kernel/index.ts';
import { putGrants } from '../../project/index.ts';
import { findMember } from '../organization/member.store.ts';
import {
  getOrganization,
  insertMembership,
  lockOrganization,
  type OrganizationRow,
} from '../organization/organization.store.ts';
import { foldEmail, type UserRow } from '../user/user.store.ts';
import { acceptInvitationRow, findInvitationOfToken } from './invitation.store.ts';

const GUEST = { role: 'guest', locales: null } as const;

/**
 * Marks an invitation as accepted and makes the user a member. The caller must hold
 * the row lock of the user, whose verified address must be the invited address.
 * @throws `invalid_token`, or `conflict` if the user is a member already
 */
export async function joinByInvitation(
  tx: Db,
  input: { user: UserRow; tokenHash: Buffer; now: Date; address: string },
): Promise<OrganizationRow> {
  const { user, tokenHash, now, address } = input;
  const ref = await findInvitationOfToken(tx, tokenHash);
  if (!ref || !(await lockOrganization(tx, ref.organizationId))) failInvitation();
  const { organizationId } = ref;
  const emailFolded = foldEmail(user.email);
  const invitation = await acceptInvitationRow(tx, ref, { emailFolded, now });
  if (!invitation) failInvitation();
  if (await findMember(tx, organizationId, user.id)) {
    fail('conflict', 'You are already a member of this organization.');
  }
  const { id: invitationId, role, locale_tags: locales } = invitation;
  const { email, invited_by_name: invitedBy } = invitation;
  const { project_ids: projectIds } = invitation;
  const membership = projectIds ? GUEST : { role, locales };
  await insertMembership(tx, { ...membership, organizationId, userId: user.id, now });
  if (projectIds) {
    await putGrants(tx, organizationId, { role, locales, userId: user.id, projectIds, now });
  }
  await audit(tx, {
    organizationId,
    at: now,
    actor: { type: 'user', id: user.id, name: user.name },
    action: 'member.create',
    target: { type: 'user', id: user.id, name: user.name },
    address,
    details: {
      role,
      ...(locales && { locales }),
      ...(projectIds && { projectIds }),
      invitationId,
      email,
      ...(invitedBy !== null && { invitedBy }),
    },
  });
  return getOrganization(tx, { type: 'user', id: user.id }, organizationId);
}

export function failInvitation(): never {
  fail(
    'invalid_token',
    'The invitation was used, revoked or has expired, or was sent to another address. Ask for a new invitation.',
  );
}
