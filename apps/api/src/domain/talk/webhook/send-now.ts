import { LIMITS } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import { type Principal, type RateRule, takeUses } from '../../kernel/index.ts';
import { findOrganization } from '../../people/index.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { type DeliveryRow, findDelivery, insertTest } from './delivery.store.ts';
import { testBody } from './event-body.ts';
import { findWebhook, lockWebhook, type WebhookRef, type WebhookRow } from './webhook.store.ts';
import { finishAttempt, type SendDeps, scheduleWebhook } from './webhook-queue.ts';

const NOW_RULE: RateRule = {
  name: 'webhook-now',
  limit: LIMITS.webhookTestsPerMinute,
  windowMs: 60_000,
};

/**
 * Sends the event `webhook.test` immediately.
 * @throws `not_found`, `rate_limited`
 */
export async function testWebhook(
  deps: SendDeps,
  principal: Principal,
  webhookId: string,
): Promise<DeliveryRow> {
  const ref = { organizationId: principal.organizationId, webhookId };
  await requireWebhook(deps.db, ref);
  await countUse(deps, ref);
  const now = deps.clock.now();
  const organization = (await findOrganization(deps.db, 'id', ref.organizationId))!;
  const body = JSON.stringify(testBody(organization, now));
  const { webhook, delivery } = await deps.db.transaction().execute(async (tx) => {
    // The webhook may have been deleted meanwhile.
    const webhook = (await lockWebhook(tx, ref)) ?? failMissing();
    return { webhook, delivery: await insertTest(tx, ref, { event: 'webhook.test', body }, now) };
  });
  return sendNow(deps, ref, webhook, delivery);
}

/**
 * Sends a delivery again immediately, without waiting for earlier deliveries.
 * @throws `not_found`, `rate_limited`
 */
export async function redeliver(
  deps: SendDeps,
  principal: Principal,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<DeliveryRow> {
  const ref = { organizationId: principal.organizationId, webhookId };
  const webhook = await requireWebhook(deps.db, ref);
  const delivery = await findDelivery(deps.db, ref, deliveryId);
  if (!delivery) fail('not_found', 'The delivery does not exist.');
  await countUse(deps, ref);
  return sendNow(deps, ref, webhook, delivery);
}

export async function requireWebhook(db: Db, ref: WebhookRef): Promise<WebhookRow> {
  return (await findWebhook(db, ref)) ?? failMissing();
}

const failMissing = (): never => fail('not_found', 'The webhook does not exist.');

async function sendNow(
  deps: SendDeps,
  ref: WebhookRef,
  webhook: WebhookRow,
  delivery: DeliveryRow,
): Promise<DeliveryRow> {
  const outcome = await attemptDelivery(deps, ref, webhook, delivery);
  const row = await finishAttempt(deps, { ref, delivery, outcome });
  if (webhook.disabled_at === null) {
    await deps.db.transaction().execute((tx) => scheduleWebhook(tx, ref, deps.clock.now()));
  }
  return row ?? failMissing();
}

async function countUse({ db, clock }: SendDeps, { organizationId }: WebhookRef): Promise<void> {
  const now = clock.now();
  const uses = await takeUses(db, NOW_RULE, organizationId, { needed: 1, extra: 0 }, now);
  if (uses.granted > 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((uses.endsAt.getTime() - now.getTime()) / 1000));
  fail(
    'rate_limited',
    `The limit of ${NOW_RULE.limit} tests and redeliveries a minute is exceeded. Wait as many seconds as Retry-After says.`,
    { retryAfterSeconds },
  );
}
