import type { Db } from '../../db/client.ts';
import type { WebhookDisabledReason } from '../../db/schema.generated.ts';
import type { Deps } from '../../deps.ts';
import { listOwnerIds } from '../organization/member.store.ts';
import type { AttemptOutcome } from './attempt-delivery.ts';
import {
  type DeliveryRow,
  extendClaim,
  listPending,
  lockClaimed,
  recordAttempt,
  scheduleIdle,
} from './delivery.store.ts';
import { dueStep, nextAttemptAt, nextStepAt } from './retry-plan.ts';
import {
  lockWebhook,
  updateWebhookRow,
  type WebhookRef,
  type WebhookRow,
} from './webhook.store.ts';

/** Time for which a process claims a webhook. It is longer than an attempt can take. */
export const CLAIM_MS = 20_000;

type QueueDeps = Pick<Deps, 'db' | 'clock' | 'tasks'>;

const failuresOf = (webhook: WebhookRow) => ({
  failingSince: webhook.failing_since,
  warnedAt: webhook.warned_at,
});

/**
 * Tells the owners of a claimed webhook that fails for long, or disables it. Returns false if there
 * is nothing to send any more.
 */
export async function takeDueStep(
  { db, clock, tasks }: QueueDeps,
  ref: WebhookRef,
  lease: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const webhook = await lockClaimed(tx, ref, lease);
    if (!webhook) return false;
    const now = clock.now();
    const step = dueStep(failuresOf(webhook), now);
    if (step === 'disable') await disableWebhook({ tasks }, tx, ref, { reason: 'failing', now });
    if (step === 'warn') {
      await updateWebhookRow(tx, ref, { warned_at: now });
      await mailOwners({ tasks }, tx, ref, 'webhook-failing');
    }
    return step !== 'disable';
  });
}

/** Claims a webhook for longer. Returns null if the claim has ended or the webhook is disabled. */
export async function renewClaim(
  { db, clock }: QueueDeps,
  ref: WebhookRef,
  lease: string,
): Promise<WebhookRow | null> {
  return extendClaim(db, ref, lease, new Date(clock.now().getTime() + CLAIM_MS));
}

export interface FinishedAttempt {
  readonly ref: WebhookRef;
  readonly delivery: DeliveryRow;
  readonly outcome: AttemptOutcome;
}

/** Stores the outcome of an attempt, and what it says about the webhook. */
export async function finishAttempt(
  { db, clock, tasks }: QueueDeps,
  { ref, delivery, outcome }: FinishedAttempt,
): Promise<DeliveryRow | null> {
  const { isDelivered, isGone, retryAfterMs, ...attempt } = outcome;
  return db.transaction().execute(async (tx) => {
    const webhook = await lockWebhook(tx, ref);
    if (!webhook) return null;
    const now = clock.now();
    const isPending = delivery.status === 'pending';
    const retry = { attempts: delivery.attempts + 1, retryAfterMs };
    const row = await recordAttempt(tx, ref, delivery.id, {
      ...attempt,
      status: isDelivered ? 'delivered' : delivery.status,
      next_at: isDelivered || !isPending ? null : nextAttemptAt(now, retry, Math.random()),
    });
    if (!isPending) return row;
    if (isDelivered && webhook.failing_since !== null) {
      await updateWebhookRow(tx, ref, { failing_since: null, warned_at: null });
    }
    if (!isDelivered && webhook.failing_since === null) {
      await updateWebhookRow(tx, ref, { failing_since: now });
    }
    if (isGone && webhook.disabled_at === null) {
      await disableWebhook({ tasks }, tx, ref, { reason: 'gone', now });
    }
    return row;
  });
}

/** Ends the claim of a webhook. Its next turn is when its first pending delivery is due. */
export async function releaseWebhook(
  { db, clock }: QueueDeps,
  ref: WebhookRef,
  lease: string,
  delayMs = 0,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const webhook = await lockClaimed(tx, ref, lease);
    if (!webhook) return;
    const now = new Date(clock.now().getTime() + delayMs);
    const next_at = delayMs > 0 ? now : await nextTurn(tx, ref, webhook, now);
    await updateWebhookRow(tx, ref, { lease: null, next_at });
  });
}

async function nextTurn(
  tx: Db,
  ref: WebhookRef,
  webhook: WebhookRow,
  now: Date,
): Promise<Date | null> {
  const [first] = await listPending(tx, ref, 1);
  return first === undefined ? null : nextStepAt(failuresOf(webhook), first.next_at ?? now);
}

/** Lets a webhook that no process sends to have its next turn when that is due. */
export async function scheduleWebhook(tx: Db, ref: WebhookRef, now: Date): Promise<void> {
  const webhook = await lockWebhook(tx, ref);
  if (webhook) await scheduleIdle(tx, ref, await nextTurn(tx, ref, webhook, now));
}

export async function disableWebhook(
  { tasks }: Pick<Deps, 'tasks'>,
  tx: Db,
  ref: WebhookRef,
  { reason, now }: { reason: WebhookDisabledReason; now: Date },
): Promise<WebhookRow> {
  if (reason !== 'user') await mailOwners({ tasks }, tx, ref, 'webhook-disabled');
  const ended = { lease: null, next_at: null };
  return updateWebhookRow(tx, ref, { disabled_at: now, disabled_reason: reason, ...ended });
}

async function mailOwners(
  { tasks }: Pick<Deps, 'tasks'>,
  tx: Db,
  { organizationId, webhookId }: WebhookRef,
  letter: 'webhook-failing' | 'webhook-disabled',
): Promise<void> {
  for (const userId of await listOwnerIds(tx, organizationId)) {
    await tasks.enqueue(tx, 'send-mail', { letter, organizationId, webhookId, userId });
  }
}
