import type { Deps, TaskPayloads } from '../deps.ts';
import { trustedOwner } from '../domain/kernel/index.ts';
import {
  composeAccountMail,
  composeEmailChangeMail,
  composeInvitationMail,
} from '../domain/people/index.ts';
import { composeDigest, composeReminder, composeWebhookMail } from '../domain/talk/index.ts';
import type { Mail } from '../providers/mail/mailer.ts';
import { task } from './queue/task.ts';

/** Composes the mail when it is sent, so that the token of the mail is never stored. */
export const sendMail = task({
  name: 'send-mail',
  concurrency: 3,
  retryLimit: 20,
  retryDelaySeconds: 2,
  expireSeconds: 120,
  async run(deps, payload) {
    const mail = await compose(deps, payload);
    if (!mail) return;
    const refusal = await deps.mailer.send(mail);
    if (refusal) deps.log.error({ letter: payload.letter, ...refusal }, 'mail refused for good');
  },
});

function compose(deps: Deps, payload: TaskPayloads['send-mail']): Promise<Mail | null> {
  switch (payload.letter) {
    case 'invitation':
      return composeInvitationMail(deps, {
        ...payload,
        organizationId: trustedOwner(payload.organizationId),
      });
    case 'change-email':
    case 'email-changing':
      return composeEmailChangeMail(deps, payload);
    case 'webhook-failing':
    case 'webhook-disabled':
      return composeWebhookMail(deps, {
        ...payload,
        organizationId: trustedOwner(payload.organizationId),
      });
    case 'digest':
      return composeDigest(deps, payload);
    case 'reminder':
      return composeReminder(deps, payload);
    default:
      return composeAccountMail(deps, payload);
  }
}
