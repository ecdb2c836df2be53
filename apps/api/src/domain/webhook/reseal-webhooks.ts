import type { Db } from '../../db/client.ts';
import { openSecret, sealSecret } from '../secret/secret-box.ts';
import { trustedOwner } from '../tenant.ts';
import {
  deleteWebhookRow,
  listSealedWebhooks,
  type SealedWebhook,
  updateWebhookRow,
  type WebhookRef,
} from './webhook.store.ts';
import { type SecretColumn, secretContext } from './webhook-secret.ts';

export interface Resealed {
  readonly resealed: number;
  /** Ids of webhooks whose secrets cannot be decrypted with any of the keys. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts the secrets of all webhooks with the first key. If none of the keys can decrypt a
 * secret, keeps the secret, or deletes its webhook if `discards` is true.
 */
export async function resealWebhooks(
  tx: Db,
  keys: readonly [Buffer, ...Buffer[]],
  { discards }: { discards: boolean },
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (const webhook of await listSealedWebhooks(tx)) {
    const ref = { organizationId: trustedOwner(webhook.organization_id), webhookId: webhook.id };
    const secret = reseal(keys, ref, webhook, 'secret_enc');
    if (secret !== null) {
      const previous = reseal(keys, ref, webhook, 'previous_secret_enc');
      await updateWebhookRow(tx, ref, { secret_enc: secret, previous_secret_enc: previous });
      resealed++;
      continue;
    }
    unreadable.push(webhook.id);
    if (discards) await deleteWebhookRow(tx, ref);
  }
  return { resealed, unreadable };
}

function reseal(
  keys: readonly [Buffer, ...Buffer[]],
  ref: WebhookRef,
  webhook: SealedWebhook,
  column: SecretColumn,
): Buffer | null {
  const sealed = webhook[column];
  const context = secretContext(ref, column);
  const secret = sealed && openSecret(keys, sealed, context);
  return secret === null ? null : sealSecret(keys[0], secret, context);
}
