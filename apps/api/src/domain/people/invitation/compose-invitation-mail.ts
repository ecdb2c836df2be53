import type { Deps } from '../../../deps.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import type { Language } from '../../../texts/texts.ts';
import { invitationLetter, mailLanguage, preferredLanguage } from '../../kernel/index.ts';
import { findUserByEmail } from '../user/user.store.ts';
import { type InvitationRef, lockDueInvitation } from './invitation.store.ts';
import { issueInvitationToken } from './issue-invitation-token.ts';

/**
 * Returns the mail with an invitation. Null if the invitation has ended. Creates a token for the link. Earlier tokens
 * of the invitation become invalid. The mail is in the language of the invited person, or else of the inviter, or else
 * of the inviter's request.
 */
export async function composeInvitationMail(
  { db, clock, site }: Pick<Deps, 'db' | 'clock' | 'site'>,
  { language, ...ref }: InvitationRef & { language?: Language | null },
): Promise<Mail | null> {
  return db.transaction().execute(async (tx) => {
    const invitation = await lockDueInvitation(tx, ref, clock.now());
    if (!invitation) return null;
    const token = await issueInvitationToken(tx, ref);
    const guest = await findUserByEmail(tx, invitation.email);
    const inviter =
      invitation.invited_by_type === 'user'
        ? await preferredLanguage(tx, invitation.invited_by_id)
        : null;
    return invitationLetter(
      {
        email: invitation.email,
        role: invitation.role,
        organizationName: invitation.organization_name,
        inviterName: invitation.invited_by_name,
      },
      {
        ...(await mailLanguage(tx, guest?.id ?? null, [inviter, language])),
        publicUrl: site.publicUrl,
      },
      token,
    );
  });
}
