import { ROLES } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  ALL_PURPOSES,
  type AuditEntry,
  audit,
  type OwnerRef,
  voidMailTokens,
} from '../../kernel/index.ts';
import { listLosses } from '../organization/losses.store.ts';
import { deleteMemberships, revokeInvitationsSentBy } from '../organization/member.store.ts';
import { quoteNames } from '../organization/quote-names.ts';
import { requireNoLosses } from '../organization/require-no-losses.ts';
import { deleteSessionsOfUser } from '../session/session.store.ts';
import {
  type ArchivedOrganization,
  archiveAbandoned,
  listOrphans,
  lockOrganizationsOfUser,
  revokeKeysOfUser,
} from './deactivation.store.ts';
import { eraseAccountRow, eraseFromAuditLogs, eraseInvitations } from './erasure.store.ts';
import { findTraces, listAddresses } from './trace.store.ts';
import { deactivateUserRow, lockUser, type UserRow } from './user.store.ts';

interface Deactivation {
  readonly userId: string;
  /** IP address of the client. Null if there was no request. */
  readonly address: string | null;
  readonly reason: 'account_deactivated' | 'admin_command' | 'address_of_another_account';
  /**
   * True to deactivate the user even if this leaves an organization with other members without an
   * owner.
   */
  readonly leavesOrphans?: boolean;
  /** True to deactivate the user despite the losses that {@link listLosses} finds. */
  readonly force?: boolean;
  /** True to also delete the personal data of the user. */
  readonly erases?: boolean;
  /**
   * Called after the user was locked and before anything is changed. An error prevents the
   * deactivation.
   */
  confirm?(tx: Db, user: UserRow): Promise<void>;
}

export interface DeactivationDeps extends Pick<Deps, 'db' | 'clock'> {
  readonly tasks: Pick<Deps['tasks'], 'forget'>;
}

/**
 * Deactivates a user: ends sessions, mailed links and API keys, and frees the address for other
 * accounts. Archives organizations that end with the user. If `erases` is true, also deletes the
 * user's name and addresses from the account, from invitations and from audit entries about the
 * user. {@link eraseNames} later deletes the name from all other data.
 * @throws `unauthenticated` if the user is already deactivated; `conflict` for the last owner, unless
 * `leavesOrphans` is true, and if anything would be lost, unless `force` is true
 */
export async function deactivateUser(
  { db, clock, tasks }: DeactivationDeps,
  { userId, address, reason, erases = false, confirm, ...allowed }: Deactivation,
): Promise<{ user: UserRow; deactivatedAt: Date; archived: readonly ArchivedOrganization[] }> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) fail('unauthenticated', 'The account is deactivated.');
    await confirm?.(tx, user);
    const organizationIds = await lockOrganizationsOfUser(tx, userId);
    if (!allowed.leavesOrphans) await requireHeirs(tx, { userId, organizationIds });
    if (!allowed.force) requireNoLosses(await listLosses(tx, { userId, organizationIds }));
    await deactivateUserRow(tx, userId, now);
    await deleteSessionsOfUser(tx, userId);
    await voidMailTokens(tx, { userId, purposes: ALL_PURPOSES, now });
    const leaving = { userId, name: user.name, organizationIds, now, reason };
    const actor = { type: 'user' as const, id: userId, name: user.name };
    const { archived, entries } = await leaveOrganizations(tx, leaving);
    for (const entry of entries) {
      await audit(tx, { ...entry, at: now, actor, address });
    }
    if (erases) {
      const traces = await findTraces(tx, userId);
      const addresses = await listAddresses(tx, traces, user.email);
      await eraseInvitations(tx, traces, addresses);
      await eraseFromAuditLogs(tx, traces, addresses);
      await tasks.forget(tx, 'send-mail', { member: 'email', values: addresses });
      await eraseAccountRow(tx, traces, now);
    }
    return { user, deactivatedAt: now, archived };
  });
}

async function requireHeirs(
  tx: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[] },
): Promise<void> {
  const names = (await listOrphans(tx, leaving)).map(({ name }) => name);
  if (names.length === 0) return;
  fail(
    'conflict',
    `The account is the only owner of ${quoteNames(names)}. Make another member an owner first.`,
  );
}

type ImpliedEntry = Pick<AuditEntry, 'organizationId' | 'action' | 'target' | 'details'>;

async function leaveOrganizations(
  tx: Db,
  leaving: {
    userId: string;
    name: string;
    organizationIds: readonly OwnerRef[];
    now: Date;
    reason: Deactivation['reason'];
  },
): Promise<{ archived: ArchivedOrganization[]; entries: ImpliedEntry[] }> {
  const { userId, organizationIds, now, reason } = leaving;
  const details = { reason };
  const archived = await archiveAbandoned(tx, { userId, organizationIds, now });
  const archivedIds = archived.map(({ id }) => id);
  const sharedIds = organizationIds.filter((id) => !archivedIds.includes(id));
  await deleteMemberships(tx, { userId, organizationIds: sharedIds, now });
  const keys = await revokeKeysOfUser(tx, { userId, archivedIds, sharedIds, now });
  const invitations: ImpliedEntry[] = [];
  for (const organizationId of sharedIds) {
    const sent = { roles: ROLES, now };
    for (const row of await revokeInvitationsSentBy(tx, organizationId, userId, sent)) {
      const target = { type: 'invitation', ...row };
      invitations.push({ organizationId, action: 'invitation.revoke', target, details });
    }
  }
  const entries = [
    ...invitations,
    ...keys.map<ImpliedEntry>(({ organizationId, id, name }) => ({
      organizationId,
      action: 'api_key.revoke',
      target: { type: 'api_key', id, name },
      details,
    })),
    ...sharedIds.map<ImpliedEntry>((organizationId) => ({
      organizationId,
      action: 'member.delete',
      target: { type: 'user', id: userId, name: leaving.name },
      details,
    })),
    ...archived.map<ImpliedEntry>(({ id, name }) => ({
      organizationId: id,
      action: 'organization.archive',
      target: { type: 'organization', id, name },
      details,
    })),
  ];
  return { archived, entries };
}
