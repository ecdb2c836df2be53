import type { WebhookKind } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { failAt } from '../../../errors.ts';
import { GuardedFault } from '../../../providers/guarded/guarded-client.ts';
import { CHAT_HOSTS, isHostOfChat } from './chat/chat-hosts.ts';

/** Tells the operator how to allow a refused address. */
const EXCEPTION =
  'the operator of the server can allow another address with WEBHOOK_ALLOWED_ADDRESSES';

/** Number of characters at the end of a chat's URL that are shown to users. */
const SHOWN_END = 4;

/**
 * Checks the URL of a webhook.
 * @throws `validation_failed` if the service must not send requests to it
 */
export function requireAddress(
  { webhookClient }: Pick<Deps, 'webhookClient'>,
  kind: WebhookKind,
  url: string,
): void {
  try {
    webhookClient.check(url);
  } catch (error) {
    if (!(error instanceof GuardedFault)) throw error;
    const way = error.isAllowable && kind === 'standard' ? `; ${EXCEPTION}` : '';
    failAt('/url', error.message + way, 'web_address');
  }
  if (kind !== 'standard' && !isHostOfChat(kind, url)) {
    const hosts = CHAT_HOSTS[kind].map((host) => host.replace(/^\./, '*.')).join(' or ');
    failAt('/url', `must have the host ${hosts}`, 'host_not_allowed');
  }
}

/** Returns a webhook's URL for display. Hides most of a chat's URL, because it is a secret. */
export const shownAddress = (kind: WebhookKind, url: string): string =>
  kind === 'standard' ? url : `https://${new URL(url).host}/…${url.slice(-SHOWN_END)}`;
