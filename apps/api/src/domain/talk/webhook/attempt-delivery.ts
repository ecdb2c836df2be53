import { LIMITS, type WebhookKind } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { type GuardedAnswer, GuardedFault } from '../../../providers/guarded/guarded-client.ts';
import { chatRequest } from './chat/chat-request.ts';
import type { AttemptRecord, DeliveryRow } from './delivery.store.ts';
import type { EventBody } from './event-body.ts';
import { signRequest } from './sign-request.ts';
import type { WebhookRef, WebhookRow } from './webhook.store.ts';
import { openWebhookSecrets } from './webhook-secret.ts';

export interface AttemptOutcome
  extends Pick<AttemptRecord, 'attempted_at' | 'answer_status' | 'answer_head' | 'fault'> {
  readonly isDelivered: boolean;
  /** True if the receiver answered that it no longer exists. */
  readonly isGone: boolean;
  readonly retryAfterMs: number | undefined;
}

export type AttemptDeps = Pick<Deps, 'db' | 'secrets' | 'webhookClient' | 'clock' | 'site'>;

interface WebhookRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Sends a delivery once.
 * @throws the abort reason of `signal`, or `service_unavailable` if the process does not have the key that encrypted
 * the webhook's secrets
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  ref: WebhookRef,
  webhook: WebhookRow,
  delivery: Pick<DeliveryRow, 'id' | 'body'>,
  signal?: AbortSignal,
): Promise<AttemptOutcome> {
  const request = await requestOf(deps, ref, webhook, delivery);
  return attemptRequest(deps, webhook.kind, request, signal);
}

/**
 * Sends a request once.
 * @throws the abort reason of `signal`
 */
export async function attemptRequest(
  { webhookClient, clock }: Pick<AttemptDeps, 'webhookClient' | 'clock'>,
  kind: WebhookKind,
  request: WebhookRequest,
  signal?: AbortSignal,
): Promise<AttemptOutcome> {
  const now = clock.now();
  try {
    const answer = await webhookClient.post({ ...request, ...(signal && { signal }) });
    return outcomeOf(kind, answer, now);
  } catch (error) {
    if (!(error instanceof GuardedFault)) throw error;
    return {
      attempted_at: now,
      answer_status: null,
      answer_head: null,
      fault: error.kind,
      isDelivered: false,
      isGone: false,
      retryAfterMs: undefined,
    };
  }
}

async function requestOf(
  deps: AttemptDeps,
  ref: WebhookRef,
  webhook: WebhookRow,
  { id, body }: Pick<DeliveryRow, 'id' | 'body'>,
): Promise<WebhookRequest> {
  const now = deps.clock.now();
  const { kind } = webhook;
  const [secret, ...previous] = openWebhookSecrets(deps.secrets, ref, webhook, now);
  if (kind === 'standard') {
    const headers = signRequest({ id, body, at: now }, [secret, ...previous]);
    return { url: webhook.address, headers, body };
  }
  const message = { bodies: [JSON.parse(body) as EventBody], resumesAt: null } as const;
  return { url: secret, ...(await chatRequest(deps, ref, { ...webhook, kind }, message)) };
}

function outcomeOf(
  kind: WebhookKind,
  { status: answered, head, retryAfterMs }: GuardedAnswer,
  now: Date,
): AttemptOutcome {
  // PostgreSQL cannot store U+0000 in a text.
  const text = head
    .subarray(0, LIMITS.webhookAnswerBytes)
    .toString('utf8')
    .replaceAll('\0', '\uFFFD');
  const failed = kind === 'teams' ? failureInText(text) : null;
  const status = failed?.status ?? answered;
  return {
    attempted_at: now,
    answer_status: status,
    answer_head: text,
    fault: null,
    isDelivered: failed === null && status >= 200 && status < 300,
    isGone: status === 410 || (status === 404 && kind !== 'standard'),
    retryAfterMs,
  };
}

/**
 * Returns the failure that a Teams connector reports in a response with status 200, such as "Webhook message delivery
 * failed with error: Microsoft Teams endpoint returned HTTP error 429". The status is null if the text contains none.
 */
function failureInText(text: string): { readonly status: number | null } | null {
  if (!/\bdelivery failed\b|\breturned HTTP error\b/i.test(text)) return null;
  const status = /\bHTTP error ([45]\d\d)\b/i.exec(text)?.[1];
  return { status: status === undefined ? null : Number(status) };
}
