import { composeInvitationMail } from '../domain/invitation/compose-invitation-mail.ts';
import { trustedOwner } from '../domain/tenant.ts';
import { composeAccountMail } from '../domain/user/compose-account-mail.ts';
import { task } from './task.ts';

/** Composes the mail at the moment of sending, so that a token in it is never stored. */
export const sendMail = task({
  name: 'send-mail',
  concurrency: 2,
  retryLimit: 20,
  retryDelaySeconds: 2,
  expireSeconds: 120,
  async run(deps, payload) {
    const mail =
      payload.letter === 'invitation'
        ? await composeInvitationMail(deps, {
            ...payload,
            organizationId: trustedOwner(payload.organizationId),
          })
        : await composeAccountMail(deps, payload);
    if (mail) await deps.mailer.send(mail);
  },
});
