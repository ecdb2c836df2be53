import type { Webhook, WebhookDelivery } from '@parlance/contracts';
import type { DeliveryRow, WebhookRow } from '../../domain/talk/index.ts';

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  kind: row.kind,
  url: row.address,
  description: row.description,
  events: row.events,
  projectIds: row.project_ids,
  localeCodes: row.locale_tags,
  includeTexts: row.include_texts,
  digestAt: row.digest_at,
  createdAt: row.created_at.toISOString(),
  disabledAt: row.disabled_at?.toISOString() ?? null,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since?.toISOString() ?? null,
  previousSecretUntil: row.previous_until?.toISOString() ?? null,
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  attemptedAt: row.attempted_at?.toISOString() ?? null,
  nextAttemptAt: row.next_at?.toISOString() ?? null,
  answerStatus: row.answer_status,
  answer: row.answer_head,
  fault: row.fault as WebhookDelivery['fault'],
  body: row.body,
});
