import type { Deps, WebhookLetter } from '../../../deps.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import { mailLanguage, webhookLetter } from '../../kernel/index.ts';
import { findOrganization, findUserById } from '../../people/index.ts';
import { findWebhook, type WebhookRef } from './webhook.store.ts';

/**
 * Returns the mail that informs an owner that a webhook fails or is disabled. Null if the webhook
 * no longer fails or is enabled again.
 */
export async function composeWebhookMail(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { letter, userId, ...ref }: WebhookRef & { letter: WebhookLetter; userId: string },
): Promise<Mail | null> {
  const webhook = await findWebhook(db, ref);
  const user = await findUserById(db, userId);
  const organization = await findOrganization(db, 'id', ref.organizationId);
  if (!webhook || !user || !organization) return null;
  const { disabled_reason: reason } = webhook;
  const isFailing = reason === null && webhook.failing_since !== null;
  if (letter === 'webhook-failing' ? !isFailing : reason === null || reason === 'user') return null;
  const kind =
    letter === 'webhook-failing'
      ? 'webhookFailing'
      : reason === 'gone'
        ? 'webhookGone'
        : 'webhookDisabled';
  const facts = { kind, address: webhook.address, organization } as const;
  const stationery = { ...(await mailLanguage(db, userId, [])), publicUrl: site.publicUrl };
  return webhookLetter(user, facts, stationery);
}
