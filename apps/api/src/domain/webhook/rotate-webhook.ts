import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { audit } from '../audit/audit.store.ts';
import { actorOf, type Principal } from '../principal.ts';
import type { WebhookAndSecret } from './create-webhook.ts';
import { mintWebhookSecret } from './sign-request.ts';
import { lockWebhook, updateWebhookRow } from './webhook.store.ts';
import { openWebhookSecrets, sealWebhookSecret } from './webhook-secret.ts';

/** Time after a rotation for which requests are signed with both the new and the previous secret. */
const BOTH_VALID_MS = 24 * 60 * 60_000;

/** Replaces the secret of a webhook. @throws `not_found`, `conflict` for a chat */
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
      previous_until: new Date(now.getTime() + BOTH_VALID_MS),
    });
    await audit(tx, {
      ...{ organizationId, at: now, actor: actorOf(principal), action: 'webhook.rotate' },
      target: { type: 'webhook', id: row.id, name: row.address },
      address,
    });
    return { row, secret };
  });
}
