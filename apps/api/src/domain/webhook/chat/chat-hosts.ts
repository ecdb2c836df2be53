import type { WebhookKind } from '@parlance/contracts';

export type ChatKind = Exclude<WebhookKind, 'standard'>;

/** Hosts of the incoming webhooks of each chat product. A leading dot stands for all hosts below a domain. */
export const CHAT_HOSTS: Readonly<Record<ChatKind, readonly string[]>> = {
  slack: ['hooks.slack.com'],
  teams: ['.webhook.office.com', '.logic.azure.com'],
  discord: ['discord.com'],
};

/** True if the host of a URL is one of the chat's hosts. */
export function isHostOfChat(kind: ChatKind, url: string): boolean {
  const { hostname } = new URL(url);
  return CHAT_HOSTS[kind].some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
}
