import { LIMITS } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { type GuardedAnswer, GuardedFault } from '../../providers/guarded/guarded-client.ts';
import { chatMessage } from './chat-message.ts';
import type { AttemptRecord, DeliveryRow } from './delivery.store.ts';
import { signRequest } from './sign-request.ts';
import type { WebhookRef, WebhookRow } from './webhook.store.ts';
import { openWebhookSecrets } from './webhook-secret.ts';

export interface AttemptOutcome
  extends Pick<AttemptRecord, 'attempted_at' | 'answer_status' | 'answer_head' | 'fault'> {
  readonly isDelivered: boolean;
  /** True if the receiver answered that it does not exist any more. */
  readonly isGone: boolean;
  readonly retryAfterMs: number | undefined;
}

export type AttemptDeps = Pick<Deps, 'secrets' | 'webhookClient' | 'clock' | 'site'>;

/** Sends a delivery once. @throws the reason of the signal, and `service_unavailable` without the key for secrets */
export async function attemptDelivery(
  deps: AttemptDeps,
  ref: WebhookRef,
  webhook: WebhookRow,
  delivery: Pick<DeliveryRow, 'id' | 'body'>,
  signal?: AbortSignal,
): Promise<AttemptOutcome> {
  const now = deps.clock.now();
  const request = requestOf(deps, ref, webhook, delivery, now);
  try {
    const answer = await deps.webhookClient.post({ ...request, ...(signal && { signal }) });
    return outcomeOf(webhook, answer, now);
  } catch (error) {
    if (!(error instanceof GuardedFault)) throw error;
    return {
      ...{ attempted_at: now, answer_status: null, answer_head: null, fault: error.kind },
      ...{ isDelivered: false, isGone: false, retryAfterMs: undefined },
    };
  }
}

function requestOf(
  { secrets, site }: AttemptDeps,
  ref: WebhookRef,
  webhook: WebhookRow,
  { id, body }: Pick<DeliveryRow, 'id' | 'body'>,
  now: Date,
): { url: string; headers: Record<string, string>; body: string } {
  const [secret, ...previous] = openWebhookSecrets(secrets, ref, webhook, now);
  if (webhook.kind === 'standard') {
    const headers = signRequest({ id, body, at: now }, [secret, ...previous]);
    return { url: webhook.address, headers, body };
  }
  const message = chatMessage(webhook.kind, JSON.parse(body), site.publicUrl);
  return { url: secret, headers: { 'content-type': 'application/json' }, body: message };
}

function outcomeOf(
  { kind }: WebhookRow,
  { status, head, retryAfterMs }: GuardedAnswer,
  now: Date,
): AttemptOutcome {
  // PostgreSQL stores no NUL in texts.
  const text = head
    .subarray(0, LIMITS.webhookAnswerBytes)
    .toString('utf8')
    .replaceAll('\0', '\uFFFD');
  return {
    ...{ attempted_at: now, answer_status: status, answer_head: text, fault: null },
    isDelivered: status >= 200 && status < 300,
    isGone: status === 410 || (status === 404 && kind !== 'standard'),
    retryAfterMs,
  };
}
