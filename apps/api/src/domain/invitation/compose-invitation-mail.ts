import type { Deps } from '../../deps.ts';
import type { Mail } from '../../providers/mail/mailer.ts';
import { invitationLetter } from '../mail/letters.ts';
import { hashToken, mintToken } from '../token.ts';
import { type InvitationRef, lockDueInvitation, putInvitationToken } from './invitation.store.ts';

/**
 * The mail of an invitation, or null where it has ended meanwhile. The link's token is minted here and
 * only its hash is stored; an attempt that failed is repeated with a new token, which voids the one
 * before.
 */
export async function composeInvitationMail(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  ref: InvitationRef,
): Promise<Mail | null> {
  return db.transaction().execute(async (tx) => {
    const invitation = await lockDueInvitation(tx, ref, clock.now());
    if (!invitation) return null;
    const token = mintToken();
    await putInvitationToken(tx, ref, hashToken(token));
    return invitationLetter(
      {
        email: invitation.email,
        role: invitation.role,
        organizationName: invitation.organization_name,
        inviterName: invitation.invited_by_name,
      },
      site.publicUrl,
      token,
    );
  });
}
