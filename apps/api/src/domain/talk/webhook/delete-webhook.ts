import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { actorOf, audit, type Principal } from '../../kernel/index.ts';
import { deleteWebhookRow } from './webhook.store.ts';

/**
 * Deletes a webhook with its deliveries.
 * @throws `not_found`
 */
export async function deleteWebhook(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  principal: Principal,
  webhookId: string,
  address: string,
): Promise<void> {
  const { organizationId } = principal;
  await db.transaction().execute(async (tx) => {
    const row = await deleteWebhookRow(tx, { organizationId, webhookId });
    if (!row) fail('not_found', 'The webhook does not exist.');
    await audit(tx, {
      organizationId,
      at: clock.now(),
      actor: actorOf(principal),
      action: 'webhook.delete',
      target: { type: 'webhook', id: row.id, name: row.address },
      address,
    });
  });
}
