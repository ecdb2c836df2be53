import type { WebhookKind } from '@parlance/contracts';

export type ChatKind = Exclude<WebhookKind, 'standard'>;

/**
 * Hosts of the incoming webhooks of each chat product, as of 29 November 2026. A leading dot stands
 * for all hosts below a domain.
 */
export const CHAT_HOSTS: Readonly<Record<ChatKind, readonly string[]>> = {
  slack: [
    'hooks.slack.com',
    // GovSlack (github.com/caronc/apprise/pull/1463).
    'hooks.slack-gov.com',
  ],
  teams: [
    // Workflows since November 2025. Their URLs name the port 443 (github.com/PostHog/posthog/pull/41202).
    '.environment.api.powerplatform.com',
    // Workflows until 30 November 2025.
    '.logic.azure.com',
    // Connectors, until 22 May 2026.
    '.webhook.office.com',
  ],
  discord: [
    'discord.com',
    // Clients of testers copy URLs with their own hosts (github.com/crowbartools/Firebot/issues/2314).
    'canary.discord.com',
    'ptb.discord.com',
    // URLs before 2020 (github.com/KocproZ/jenkins-discord/pull/32).
    'discordapp.com',
    'canary.discordapp.com',
    'ptb.discordapp.com',
  ],
};

/** True if the host of a URL is one of the chat's hosts. */
export function isHostOfChat(kind: ChatKind, url: string): boolean {
  const { hostname } = new URL(url);
  return CHAT_HOSTS[kind].some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
}
