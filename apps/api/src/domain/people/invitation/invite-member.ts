import { GRANT_ROLES, isGrantRole } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail, failAt } from '../../../errors.ts';
import type { Language } from '../../../texts/texts.ts';
import {
  actorOf,
  audit,
  INVITATION_DAYS,
  linkTo,
  type Membership,
  type Principal,
} from '../../kernel/index.ts';
import { countProjects } from '../../project/index.ts';
import { authorityOf, requireGrant, requireManaging } from '../organization/authority.ts';
import { isMemberAddress } from '../organization/member.store.ts';
import { lockOwnOrganization } from '../organization/organization.store.ts';
import { foldEmail } from '../user/user.store.ts';
import {
  type InvitationRow,
  insertInvitation,
  revokeInvitationOfAddress,
} from './invitation.store.ts';
import { issueInvitationToken } from './issue-invitation-token.ts';

const INVITATION_LIFETIME_MS = INVITATION_DAYS * 24 * 60 * 60_000;

/**
 * Invites a person to an organization by mail, or returns the link if the server sends no mail.
 * Replaces an open invitation of the address. The result does not reveal whether the address has an
 * account.
 * @throws `not_found`, `insufficient_scope`, `validation_failed`, or `conflict` if the address
 * belongs to a member
 */
export async function inviteMember(
  { db, clock, tasks, mailer, site }: Pick<Deps, 'db' | 'clock' | 'tasks' | 'mailer' | 'site'>,
  principal: Principal,
  input: Membership & {
    organizationId: string;
    email: string;
    /** Projects for which the person gets the role as a guest. Null for the whole organization. */
    projectIds: readonly string[] | null;
  },
  from: { address: string; language: Language | null },
): Promise<{ invitation: InvitationRow; link: string | null }> {
  const { email, role, locales, projectIds } = input;
  const emailFolded = foldEmail(email);
  return db.transaction().execute(async (tx) => {
    const organization = await lockOwnOrganization(tx, principal, input.organizationId);
    const { id: organizationId } = organization;
    const authority = authorityOf(principal, organization.role);
    requireManaging(authority);
    if (projectIds && (await countProjects(tx, organizationId, projectIds)) < projectIds.length) {
      fail('not_found', '/projectIds contains a project that does not exist.');
    }
    requireGrant(authority, role);
    if (projectIds && !isGrantRole(role)) {
      failAt('/role', `must be one of ${GRANT_ROLES.join(', ')} if there are projects`);
    }
    if (await isMemberAddress(tx, organizationId, emailFolded)) {
      fail('conflict', 'A user with this address is already a member.');
    }
    const now = clock.now();
    await revokeInvitationOfAddress(tx, organizationId, emailFolded, now);
    const invitedBy = actorOf(principal);
    const invitation = await insertInvitation(tx, organizationId, {
      email,
      emailFolded,
      role,
      locales,
      projectIds,
      invitedBy,
      now,
      expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
    });
    await audit(tx, {
      organizationId,
      at: now,
      actor: invitedBy,
      action: 'invitation.create',
      target: { type: 'invitation', id: invitation.id, name: email },
      address: from.address,
      details: {
        role,
        ...(locales && { locales: [...locales] }),
        ...(projectIds && { projectIds: [...projectIds] }),
      },
    });
    const ref = { organizationId, invitationId: invitation.id };
    if (mailer.writesFiles) {
      const token = await issueInvitationToken(tx, ref);
      return { invitation, link: linkTo('accept-invitation', site, token) };
    }
    const { language } = from;
    await tasks.enqueue(tx, 'send-mail', { letter: 'invitation', ...ref, language });
    return { invitation, link: null };
  });
}
