import { attemptRequest } from '../attempt-delivery.ts';
import { listPending } from '../delivery.store.ts';
import type { WebhookRef } from '../webhook.store.ts';
import { finishAttempt, renewClaim, type SendDeps, turnEnd } from '../webhook-queue.ts';
import { openWebhookSecrets } from '../webhook-secret.ts';
import type { ChatKind } from './chat-hosts.ts';
import { chatRequest } from './chat-request.ts';
import { JOINED_EVENTS, planMessage } from './plan-message.ts';

/** Maximum number of messages to a chat before other webhooks get their turn. */
const TURN_MESSAGES = 20;

/** Sends due messages to a chat until one fails or other webhooks get their turn. */
export async function sendMessages(
  deps: SendDeps,
  ref: WebhookRef,
  { kind, lease }: { kind: ChatKind; lease: string },
  signal: AbortSignal,
): Promise<void> {
  const endsAt = turnEnd(deps);
  for (let sent = 0; sent < TURN_MESSAGES; sent++) {
    const webhook = await renewClaim(deps, ref, lease);
    if (!webhook) return;
    const now = deps.clock.now();
    const pending = await listPending(deps.db, ref, JOINED_EVENTS);
    const { message } = planMessage(pending, webhook.sent_messages, now);
    if (!message) return;
    signal.throwIfAborted();
    const [delivery, ...joined] = message.deliveries;
    const [url] = openWebhookSecrets(deps.secrets, ref, webhook, now);
    const request = await chatRequest(deps, ref, { ...webhook, kind }, message);
    const outcome = await attemptRequest(deps, kind, { url, ...request }, signal);
    const { type, data } = message.bodies[0];
    await finishAttempt(deps, {
      ref,
      delivery,
      outcome,
      message: { type, projectId: data.projectId, joinedIds: joined.map(({ id }) => id) },
    });
    if (!outcome.isDelivered || deps.clock.now() >= endsAt) return;
  }
}
