import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../../db/ids/uuid.ts';
import { describeCause } from '../../../describe-cause.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { sendMessages } from './chat/send-messages.ts';
import { type ClaimedWebhook, claimWebhook, listPending } from './delivery.store.ts';
import {
  CLAIM_MS,
  finishAttempt,
  releaseWebhook,
  renewClaim,
  type SendDeps,
  takeDueStep,
  turnEnd,
} from './webhook-queue.ts';

const MAX_CONCURRENT = 16;
/** Maximum number of webhooks of one organization to which a process sends at the same time. */
const MAX_OF_ORGANIZATION = MAX_CONCURRENT / 4;
/** Maximum number of deliveries of a webhook before other webhooks get their turn. */
const TURN_DELIVERIES = 100;
const PAGE_DELIVERIES = 20;
/** Interval at which a process checks for other due webhooks while it waits for responses of receivers. */
const LOOK_AGAIN_MS = 250;
/** Delay before a webhook gets its next turn after an error of the service itself. */
const RETRY_MS = 60_000;

/**
 * Sends due deliveries to several webhooks concurrently. Each webhook gets its deliveries in order.
 * @returns the number of webhooks that had something to send
 */
export async function sendDeliveries(deps: SendDeps, signal: AbortSignal): Promise<number> {
  const running = new Map<string, Turn>();
  const sends = () => [...running.values()].map(({ sent }) => sent);
  let claimed = 0;
  const claimAll = async (): Promise<void> => {
    while (running.size < MAX_CONCURRENT && !signal.aborted) {
      const lease = newId();
      const webhook = await claimNext(deps, lease, running);
      if (!webhook) return;
      claimed++;
      const sent = sendTurn(deps, webhook, lease, signal).finally(() => running.delete(webhook.id));
      running.set(webhook.id, { organizationId: webhook.ref.organizationId, sent });
    }
  };
  try {
    for (await claimAll(); running.size > 0 && !signal.aborted; await claimAll()) {
      await Promise.race([...sends(), sleep(LOOK_AGAIN_MS)]);
    }
  } finally {
    await Promise.all(sends());
  }
  return claimed;
}

interface Turn {
  readonly organizationId: string;
  readonly sent: Promise<void>;
}

/**
 * Claims the next webhook. An organization to which the process sends nothing comes first, and no
 * organization gets more than its share of the turns.
 */
async function claimNext(
  { db, clock }: SendDeps,
  lease: string,
  running: ReadonlyMap<string, Turn>,
): Promise<ClaimedWebhook | null> {
  const now = clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claim = { lease, now, until, running: [...running.keys()] };
  const turns = Map.groupBy(running.values(), ({ organizationId }) => organizationId);
  const full = [...turns].filter(([, deliveries]) => deliveries.length >= MAX_OF_ORGANIZATION);
  const rest = full.map(([organizationId]) => organizationId);
  const found = await claimWebhook(db, { ...claim, exceptOf: [...turns.keys()] });
  if (found || turns.size === full.length) return found;
  return claimWebhook(db, { ...claim, exceptOf: rest });
}

/** Sends deliveries of a webhook until one fails, none is left, or other webhooks get their turn. */
async function sendTurn(
  deps: SendDeps,
  webhook: ClaimedWebhook,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const { ref } = webhook;
  try {
    if (await takeDueStep(deps, ref, lease)) {
      const { kind } = webhook;
      if (kind === 'standard') await sendRequests(deps, webhook, lease, signal);
      else await sendMessages(deps, ref, { kind, lease }, signal);
    }
    await releaseWebhook(deps, ref, lease);
  } catch (error) {
    if (signal.aborted) return releaseWebhook(deps, ref, lease).catch(() => {});
    deps.log.warn({ webhookId: webhook.id, err: describeCause(error) }, 'failed to send a webhook');
    await releaseWebhook(deps, ref, lease, RETRY_MS).catch(() => {});
  }
}

async function sendRequests(
  deps: SendDeps,
  webhook: ClaimedWebhook,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = turnEnd(deps);
  for (let sent = 0; sent < TURN_DELIVERIES && deps.clock.now() < endsAt; ) {
    const deliveries = await listPending(deps.db, webhook.ref, PAGE_DELIVERIES);
    const count = await sendPage(deps, { webhook, lease, deliveries, endsAt, signal });
    sent += count;
    if (count < PAGE_DELIVERIES) return;
  }
}

interface Page {
  readonly webhook: ClaimedWebhook;
  readonly lease: string;
  readonly deliveries: Awaited<ReturnType<typeof listPending>>;
  readonly endsAt: Date;
  readonly signal: AbortSignal;
}

/**
 * Sends a page of deliveries, up to the first failure or the end of the turn. Returns the number of
 * successes.
 */
async function sendPage(
  deps: SendDeps,
  { webhook, lease, deliveries, endsAt, signal }: Page,
): Promise<number> {
  let sent = 0;
  for (const delivery of deliveries) {
    const now = deps.clock.now();
    if (delivery.next_at !== null && delivery.next_at > now) break;
    const current = await renewClaim(deps, webhook.ref, lease);
    if (!current) break;
    signal.throwIfAborted();
    const outcome = await attemptDelivery(deps, webhook.ref, current, delivery, signal);
    await finishAttempt(deps, { ref: webhook.ref, delivery, outcome });
    if (!outcome.isDelivered) break;
    sent++;
    if (deps.clock.now() >= endsAt) break;
  }
  return sent;
}
