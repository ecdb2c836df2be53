import type { WebhookDelivery } from '@parlance/contracts';
import i18next from 'i18next';

/** Returns a sentence about the last answer to a delivery. Empty before the first attempt. */
export function answerText({ answerStatus, fault }: WebhookDelivery): string {
  if (fault !== null) return i18next.t(`webhooks.faults.${fault}`);
  return answerStatus === null ? '' : i18next.t('webhooks.answered', { status: answerStatus });
}

/** Returns the name of an event in the language of the app, or its type if the app is older than the server. */
export function eventText(event: string): string {
  const key = `webhooks.event.${event.replace('.', '_')}`;
  return i18next.exists(key) ? i18next.t(key as 'webhooks.event.webhook_test') : event;
}
