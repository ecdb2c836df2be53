import type { Db } from '../../../db/client.ts';
import type { WebhookDisabledReason } from '../../../db/schema.generated.ts';
import type { Deps } from '../../../deps.ts';
import { audit } from '../../kernel/index.ts';
import { listOwnerIds } from '../../people/index.ts';
import type { AttemptOutcome } from './attempt-delivery.ts';
import {
  JOINED_EVENTS,
  messagesOfHour,
  planMessage,
  type SentMessage,
} from './chat/plan-message.ts';
import {
  advancePending,
  type DeliveryRow,
  extendClaim,
  listPending,
  lockClaimed,
  recordAttempt,
  recordJoined,
  scheduleIdle,
} from './delivery.store.ts';
import { dueStep, GOOD_CEILING_MS, nextAttemptAt, nextStepAt } from './retry-plan.ts';
import {
  lockWebhook,
  updateWebhookRow,
  type WebhookRef,
  type WebhookRow,
} from './webhook.store.ts';

/** Time for which a process claims a webhook. It is longer than any attempt can take. */
export const CLAIM_MS = 20_000;
/** Time after which a webhook gets no further attempt before other webhooks get their turn. */
const TURN_MS = 5_000;

/** Name of the actor of events that no person has caused. */
const SERVICE_NAME = 'Parlance';

type QueueDeps = Pick<Deps, 'db' | 'clock' | 'tasks'>;

/** Dependencies of sending to a webhook. */
export type SendDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'webhookClient' | 'site' | 'tasks' | 'log'
>;

/** Returns the time at which a turn that begins now ends. */
export const turnEnd = ({ clock }: Pick<Deps, 'clock'>): Date =>
  new Date(clock.now().getTime() + TURN_MS);

const failuresOf = (webhook: WebhookRow) => ({
  failingSince: webhook.failing_since,
  warnedAt: webhook.warned_at,
});

/**
 * Warns the owners of a claimed webhook that has been failing for a long time, or disables the
 * webhook. Returns false if the webhook is now disabled or the claim has ended.
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

/** Extends the claim of a webhook. Returns null if the claim has ended or the webhook is disabled. */
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
  /** The message to a chat, with the ids of the other deliveries whose events it contains. */
  readonly message?: Omit<SentMessage, 'at'> & { readonly joinedIds: readonly string[] };
}

/** Stores the outcome of an attempt, and updates the state of its webhook. */
export async function finishAttempt(
  { db, clock, tasks }: QueueDeps,
  { ref, delivery, outcome, message }: FinishedAttempt,
): Promise<DeliveryRow | null> {
  const { isDelivered, isGone, retryAfterMs, ...attempt } = outcome;
  return db.transaction().execute(async (tx) => {
    const webhook = await lockWebhook(tx, ref);
    if (!webhook) return null;
    const now = clock.now();
    const isPending = delivery.status === 'pending';
    // Counts all consecutive failures of the receiver. The first attempt of a new delivery to a
    // failing receiver therefore continues the receiver's schedule of retries.
    const retry = {
      attempts: Math.max(delivery.attempts, webhook.failures) + 1,
      succeededAt: webhook.succeeded_at,
      retryAfterMs,
    };
    const row = await recordAttempt(tx, ref, delivery.id, {
      ...attempt,
      status: isDelivered ? 'delivered' : delivery.status,
      next_at: isDelivered || !isPending ? null : nextAttemptAt(now, retry, Math.random()),
    });
    // A concurrent attempt may have delivered the event.
    const counts = isPending && (isDelivered || row?.status !== 'delivered');
    if (isDelivered) {
      await updateWebhookRow(tx, ref, {
        succeeded_at: now,
        failures: 0,
        ...(counts && { failing_since: null, warned_at: null }),
        ...(counts && message && { sent_messages: sentAfter(webhook, message, now) }),
      });
      if (counts && message) await recordJoined(tx, ref, message.joinedIds, attempt);
      if (webhook.failing_since !== null)
        await advancePending(tx, ref, new Date(now.getTime() + GOOD_CEILING_MS));
    } else if (counts) {
      await updateWebhookRow(tx, ref, {
        failing_since: webhook.failing_since ?? now,
        failures: webhook.failures + 1,
      });
    }
    if (counts && isGone && webhook.disabled_at === null) {
      await disableWebhook({ tasks }, tx, ref, { reason: 'gone', now });
    }
    return row;
  });
}

/** Returns the messages of the last hour, including the message that was just sent, as JSON. */
function sentAfter(
  { sent_messages: sent }: WebhookRow,
  { joinedIds: _, ...told }: NonNullable<FinishedAttempt['message']>,
  now: Date,
): string {
  return JSON.stringify([...messagesOfHour(sent, now), { ...told, at: now.toISOString() }]);
}

/** Ends the claim of a webhook. Its next turn is after `delayMs`, or when its next delivery is due. */
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
  const attemptAt =
    webhook.kind === 'standard'
      ? nextRequestAt(await listPending(tx, ref, 1), now)
      : planMessage(await listPending(tx, ref, JOINED_EVENTS), webhook.sent_messages, now).dueAt;
  return attemptAt && nextStepAt(failuresOf(webhook), attemptAt);
}

const nextRequestAt = ([first]: readonly DeliveryRow[], now: Date): Date | null =>
  first === undefined ? null : (first.next_at ?? now);

/** Schedules the next turn of a webhook, unless a process has claimed the webhook. */
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
  const ended = { lease: null, next_at: null };
  const row = await updateWebhookRow(tx, ref, {
    disabled_at: now,
    disabled_reason: reason,
    ...ended,
  });
  if (reason === 'user') return row;
  await mailOwners({ tasks }, tx, ref, 'webhook-disabled');
  await audit(tx, {
    organizationId: ref.organizationId,
    at: now,
    action: 'webhook.disable',
    actor: { type: 'job', id: row.id, name: SERVICE_NAME },
    target: { type: 'webhook', id: row.id, name: row.address },
    address: null,
    details: { reason: reason === 'gone' ? 'webhook_gone' : 'webhook_failing' },
  });
  return row;
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
