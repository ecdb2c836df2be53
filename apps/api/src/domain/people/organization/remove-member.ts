import { ROLES } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { type AuditEntry, actorOf, audit, type Principal } from '../../kernel/index.ts';
import { authorityOf, requireManaging, requireOver } from './authority.ts';
import { listLosses } from './losses.store.ts';
import {
  deleteMemberships,
  findMember,
  type MemberRow,
  revokeInvitationsSentBy,
  revokeKeysMadeBy,
} from './member.store.ts';
import { lockOwnOrganization } from './organization.store.ts';
import { requireDispensable } from './require-dispensable.ts';
import { requireNoLosses } from './require-no-losses.ts';

/**
 * Removes a member, also at the member's own request. Revokes the member's open invitations, and
 * the API keys that the member created, because the member may know them.
 * @throws `not_found`, `insufficient_scope`, or `conflict` for the last owner, for the user of a
 * personal organization, and if programs would lose keys, unless `force` is true
 */
export async function removeMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  input: { organizationId: string; userId: string; force?: boolean | undefined },
  address: string,
): Promise<MemberRow> {
  const { userId } = input;
  const isLeaving = principal.type === 'user' && principal.id === userId;
  return db.transaction().execute(async (tx) => {
    const organization = await lockOwnOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = organization;
    const authority = authorityOf(principal, organization.role);
    if (!isLeaving) requireManaging(authority);
    const member = await findMember(tx, organizationId, userId);
    if (!member) fail('not_found', 'The member does not exist.');
    if (!isLeaving) requireOver(authority, member.role);
    await requireDispensable(tx, organization, member);
    if (!input.force) {
      requireNoLosses(await listLosses(tx, { userId, organizationIds: [organizationId] }));
    }
    const now = clock.now();
    await deleteMemberships(tx, { userId, organizationIds: [organizationId], now });

    const record = (entry: Pick<AuditEntry, 'action' | 'target' | 'details'>): Promise<void> =>
      audit(tx, { ...entry, organizationId, at: now, actor: actorOf(principal), address });
    await record({
      action: 'member.delete',
      target: { type: 'user', id: userId, name: member.name },
      details: { role: member.role },
    });
    const details = { reason: 'member_removed' } as const;
    for (const { id, name } of await revokeKeysMadeBy(tx, organizationId, userId, now)) {
      await record({ action: 'api_key.revoke', target: { type: 'api_key', id, name }, details });
    }
    const invitations = await revokeInvitationsSentBy(tx, organizationId, userId, {
      roles: ROLES,
      now,
    });
    for (const { id, name } of invitations) {
      await record({
        action: 'invitation.revoke',
        target: { type: 'invitation', id, name },
        details,
      });
    }
    return member;
  });
}
