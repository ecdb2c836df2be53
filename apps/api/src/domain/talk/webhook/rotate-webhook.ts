import { LIMITS } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, type Principal } from '../../kernel/index.ts';
import type { WebhookAndSecret } from './create-webhook.ts';
import { mintWebhookSecret } from './sign-request.ts';
import { lockWebhook, updateWebhookRow } from './webhook.store.ts';
import { earlierSecrets, openWebhookSecrets, sealWebhookSecret } from './webhook-secret.ts';

/** Time after its replacement for which a secret still signs requests. */
const STILL_VALID_MS = 24 * 60 * 60_000;

/**
 * Replaces the secret of a webhook.
 * @throws `not_found`, `conflict` for a chat, and for too many rotations in a day
 */
export async function rotateWebhook(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  principal: Principal,
  webhookId: string,
  address: string,
): Promise<WebhookAndSecret> {
  const { organizationId } = principal;
  const ref = { organizationId, webhookId };
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const webhook = await lockWebhook(tx, ref);
    if (!webhook) fail('not_found', 'The webhook does not exist.');
    if (webhook.kind !== 'standard') {
      fail('conflict', 'The messages to a chat are not signed. Change the URL instead.');
    }
    const earlier = earlierSecrets(webhook, now);
    if (earlier.length >= LIMITS.webhookEarlierSecrets) {
      const { until } = earlier.at(-1)!;
      fail(
        'conflict',
        `The secret was replaced ${LIMITS.webhookEarlierSecrets} times within 24 hours, and each earlier one still signs requests. Rotate it after ${until}.`,
      );
    }
    const [current] = openWebhookSecrets(secrets, ref, webhook, now);
    const secret = mintWebhookSecret();
    const row = await updateWebhookRow(tx, ref, {
      secret_enc: await sealWebhookSecret(secrets, tx, ref, secret),
      previous_secret_enc: await sealWebhookSecret(
        secrets,
        tx,
        ref,
        current,
        'previous_secret_enc',
      ),
      earlier_secrets: JSON.stringify(earlier),
      previous_until: new Date(now.getTime() + STILL_VALID_MS),
    });
    await audit(tx, {
      organizationId,
      at: now,
      actor: actorOf(principal),
      action: 'webhook.rotate',
      target: { type: 'webhook', id: row.id, name: row.address },
      address,
    });
    return { row, secret };
  });
}
