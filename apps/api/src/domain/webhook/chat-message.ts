import type { WebhookKind } from '@parlance/contracts';
import type { EventBody } from './event-body.ts';

type ChatKind = Exclude<WebhookKind, 'standard'>;

/** Hosts of the incoming webhooks of each chat. A leading dot stands for all hosts below a domain. */
export const CHAT_HOSTS: Readonly<Record<ChatKind, readonly string[]>> = {
  slack: ['hooks.slack.com'],
  teams: ['.webhook.office.com', '.logic.azure.com'],
  discord: ['discord.com'],
};

/** True if a URL leads to a host of the chat. */
export function isHostOfChat(kind: ChatKind, url: string): boolean {
  const { hostname } = new URL(url);
  return CHAT_HOSTS[kind].some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  );
}

const SENTENCES: Readonly<Record<EventBody['type'], string>> = {
  'comment.created': 'Comment written',
  'import.completed': 'Import completed',
  'job.completed': 'Translation job completed',
  'job.failed': 'Translation job failed',
  'key.archived': 'Keys archived',
  'key.created': 'Keys created',
  'proposal.created': 'Text proposed',
  'release.published': 'Release published',
  'values.changed': 'Translations changed',
  'webhook.test': 'This is a test: messages arrive here',
};

/** Returns the body of a message to a chat. Names in it cannot mention people or contain links. */
export function chatMessage(kind: ChatKind, body: EventBody, publicUrl: string): string {
  const link = linkOf(body, publicUrl);
  switch (kind) {
    case 'slack':
      return JSON.stringify({ text: `${describe(body, escapeSlack)} <${link}|Parlance>` });
    case 'discord':
      return JSON.stringify({
        content: `${describe(body, escapeMarkdown)} [Parlance](<${link}>)`,
        allowed_mentions: { parse: [] },
      });
    case 'teams': {
      const text = `${describe(body, escapeMarkdown)} [Parlance](${link})`;
      const content = {
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text, wrap: true }],
      };
      const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
      return JSON.stringify({ type: 'message', attachments });
    }
  }
}

function linkOf({ data }: EventBody, publicUrl: string): string {
  const page = `${publicUrl}/o/${data.organizationSlug}`;
  return data.projectId === null ? page : `${page}/p/${data.projectId}`;
}

function describe({ type, data }: EventBody, safe: (text: string) => string): string {
  const { projectSlug, environment, version, actor, counts = {}, locales } = data;
  const figures = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const parts = [
    ...(projectSlug === null ? [] : [`in ${safe(projectSlug)}`]),
    ...(environment === undefined ? [] : [`to ${safe(environment)}, version ${version}`]),
    ...(actor?.name ? [`by ${safe(actor.name)}`] : []),
  ];
  const facts = [...figures, ...(locales?.length ? [locales.map(safe).join(' ')] : [])];
  const sentence = [SENTENCES[type], ...parts].join(' ');
  return facts.length === 0 ? `${sentence}.` : `${sentence}: ${facts.join(', ')}.`;
}

/** Escapes a text as the documentation of Slack asks for (Formatting text for app surfaces). */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_~|[\](){}<>#@:-]/g, '\\$&');
