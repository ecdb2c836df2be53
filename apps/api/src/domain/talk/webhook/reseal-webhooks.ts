import type { Db } from '../../../db/client.ts';
import { isSealedWith, openSecret, sealSecret, trustedOwner } from '../../kernel/index.ts';
import {
  deleteWebhookRow,
  listSealedWebhooks,
  updateWebhookRow,
  type WebhookRef,
} from './webhook.store.ts';
import { type SecretColumn, secretContext } from './webhook-secret.ts';

export interface Resealed {
  readonly resealed: number;
  /** Number of webhooks all of whose secrets were encrypted with the first key before. */
  readonly unchanged: number;
  /** Ids of webhooks whose secrets cannot be decrypted with any of the keys. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts the secrets of all webhooks with the first key, unless they are encrypted with it. If none of the keys can decrypt a
 * secret, keeps the secret, or deletes its webhook if `discards` is true.
 */
export async function resealWebhooks(
  tx: Db,
  keys: readonly [Buffer, ...Buffer[]],
  { discards }: { discards: boolean },
): Promise<Resealed> {
  const unreadable: string[] = [];
  let [resealed, unchanged] = [0, 0];
  for (const webhook of await listSealedWebhooks(tx)) {
    const ref = { organizationId: trustedOwner(webhook.organization_id), webhookId: webhook.id };
    const earlierSecrets = webhook.earlier_secrets.map(({ sealed, until }) => ({
      sealed: Buffer.from(sealed, 'base64'),
      until,
    }));
    const all = [
      webhook.secret_enc,
      webhook.previous_secret_enc ?? webhook.secret_enc,
      ...earlierSecrets.map(({ sealed }) => sealed),
    ];
    if (all.every((sealed) => isSealedWith(keys[0], sealed))) {
      unchanged++;
      continue;
    }
    const secret = reseal(keys, ref, webhook.secret_enc, 'secret_enc');
    if (secret !== null) {
      const resealPrevious = (sealed: Buffer | null) =>
        reseal(keys, ref, sealed, 'previous_secret_enc');
      const earlier = earlierSecrets.flatMap(({ sealed, until }) => {
        const again = resealPrevious(sealed);
        return again ? [{ sealed: again.toString('base64'), until }] : [];
      });
      await updateWebhookRow(tx, ref, {
        secret_enc: secret,
        previous_secret_enc: resealPrevious(webhook.previous_secret_enc),
        earlier_secrets: JSON.stringify(earlier),
      });
      resealed++;
      continue;
    }
    unreadable.push(webhook.id);
    if (discards) await deleteWebhookRow(tx, ref);
  }
  return { resealed, unchanged, unreadable };
}

function reseal(
  keys: readonly [Buffer, ...Buffer[]],
  ref: WebhookRef,
  sealed: Buffer | null,
  column: SecretColumn,
): Buffer | null {
  const context = secretContext(ref, column);
  const secret = sealed && openSecret(keys, sealed, context);
  return secret === null ? null : sealSecret(keys[0], secret, context);
}
