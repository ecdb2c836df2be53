import type { Db } from '../../../db/client.ts';
import type { Secrets } from '../../kernel/index.ts';
import type { EarlierSecret, WebhookRef, WebhookRow } from './webhook.store.ts';

export type SecretColumn = 'secret_enc' | 'previous_secret_enc';

/** Returns a text that identifies the row and the column of an encrypted secret. */
export const secretContext = (
  { organizationId, webhookId }: WebhookRef,
  column: SecretColumn,
): string => `webhook ${organizationId} ${webhookId} ${column}`;

export const sealWebhookSecret = (
  secrets: Secrets,
  tx: Db,
  ref: WebhookRef,
  secret: string,
  column: SecretColumn = 'secret_enc',
): Promise<Buffer> => secrets.seal(tx, secret, secretContext(ref, column));

/**
 * Returns the valid secrets, newest first: the current secret and, for a limited time after its
 * rotation, each earlier secret.
 */
export function openWebhookSecrets(
  secrets: Secrets,
  ref: WebhookRef,
  webhook: Pick<WebhookRow, 'secret_enc' | keyof PreviousSecrets>,
  now: Date,
): [current: string, ...previous: string[]] {
  const context = secretContext(ref, 'previous_secret_enc');
  return [
    secrets.open(webhook.secret_enc, secretContext(ref, 'secret_enc')),
    ...earlierSecrets(webhook, now).map(({ sealed }) =>
      secrets.open(Buffer.from(sealed, 'base64'), context),
    ),
  ];
}

type PreviousSecrets = Pick<
  WebhookRow,
  'previous_secret_enc' | 'previous_until' | 'earlier_secrets'
>;

/** Returns the replaced secrets of a webhook that are still valid, newest first. */
export function earlierSecrets(
  {
    previous_secret_enc: previous,
    previous_until: until,
    earlier_secrets: earlier,
  }: PreviousSecrets,
  now: Date,
): EarlierSecret[] {
  const last =
    previous && until ? [{ sealed: previous.toString('base64'), until: until.toISOString() }] : [];
  return [...last, ...earlier].filter((secret) => Date.parse(secret.until) > now.getTime());
}
