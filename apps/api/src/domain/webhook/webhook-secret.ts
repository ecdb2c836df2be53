import type { Db } from '../../db/client.ts';
import type { Secrets } from '../secret/secrets.ts';
import type { WebhookRef, WebhookRow } from './webhook.store.ts';

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

/** Returns the valid secrets: the current one and, for a limited time after a rotation, the previous one. */
export function openWebhookSecrets(
  secrets: Secrets,
  ref: WebhookRef,
  webhook: Pick<WebhookRow, 'secret_enc' | 'previous_secret_enc' | 'previous_until'>,
  now: Date,
): [current: string, ...previous: string[]] {
  const { previous_secret_enc: previous, previous_until: until } = webhook;
  const current = secrets.open(webhook.secret_enc, secretContext(ref, 'secret_enc'));
  if (previous === null || until === null || until <= now) return [current];
  return [current, secrets.open(previous, secretContext(ref, 'previous_secret_enc'))];
}
