import type { Webhook, WebhookDelivery } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import { DELIVERY, type DeliveryRow, WEBHOOK, type WebhookRow } from '../../domain/talk/index.ts';

export const presentWebhook = (row: WebhookRow): Webhook => membersOf(WEBHOOK, row);

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...membersOf(DELIVERY, row),
  fault: row.fault as WebhookDelivery['fault'],
});
