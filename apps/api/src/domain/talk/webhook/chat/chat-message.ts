import { type Language, textsIn } from '../../../../texts/texts.ts';
import type { EventBody } from '../event-body.ts';
import type { ChatKind } from './chat-hosts.ts';
import { onOneLine } from './on-one-line.ts';

/** The contents of a message to a chat. */
export interface ChatMessage {
  /** Events of one type in one project. */
  readonly bodies: readonly [EventBody, ...EventBody[]];
  /** Beginnings of the texts that the events are about, if the chat may get texts. */
  readonly excerpts: readonly string[];
  /** Time of the next possible message, if this message uses up the hourly limit. Otherwise null. */
  readonly resumesAt: Date | null;
}

/** Maximum length of a message. It is the limit of Discord, the lowest of all chats. */
const MESSAGE_LENGTH = 2_000;
/** Maximum length of the details after the headline. */
const FACTS_LENGTH = 1_000;
const NAME_LENGTH = 60;
/** Maximum number of names in a message, for each kind of name. */
const NAMES = 5;
const MAX_LOCALES = 20;
/** Maximum number of lines about projects and texts. */
const MAX_LINES = 20;
/** Counts of a summary of the day. */
const WAITING = [
  ['questions', 'chat.questions'],
  ['proposals', 'chat.proposals'],
  ['reviews', 'chat.reviews'],
] as const;

/** Returns the request body that posts a message to a chat. Names and texts cannot mention people or add links. */
export function chatMessage(
  kind: ChatKind,
  message: ChatMessage,
  { publicUrl, language }: { publicUrl: string; language: Language },
): string {
  const link = linkOf(message.bodies, publicUrl);
  const open = textsIn(language)('chat.open');
  switch (kind) {
    case 'slack': {
      const text = textOf(message, language, { safe: escapeSlack });
      // Only the type `plain_text` shows the characters of Slack's markup unchanged, because the markup has no escape
      // for characters such as `*`. Notifications show `text` instead of the blocks.
      return JSON.stringify({
        text,
        mrkdwn: false,
        blocks: [
          { type: 'section', text: { type: 'plain_text', text, emoji: false } },
          {
            type: 'context',
            elements: [{ type: 'mrkdwn', text: `<${link}|${open}>`, verbatim: true }],
          },
        ],
        unfurl_links: false,
        unfurl_media: false,
      });
    }
    case 'discord': {
      const end = { safe: escapeMarkdown, link: `[${open}](<${link}>)` };
      return JSON.stringify({
        content: textOf(message, language, end),
        allowed_mentions: { parse: [] },
      });
    }
    case 'teams': {
      const end = { safe: escapeMarkdown, link: `[${open}](${link})`, lineBreak: '\n\n' };
      const content = {
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: textOf(message, language, end), wrap: true }],
      };
      const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content }];
      return JSON.stringify({ type: 'message', attachments });
    }
  }
}

const PAGES: Readonly<Record<EventBody['type'], string>> = {
  'comment.created': 'questions',
  'digest.daily': '',
  'import.completed': 'changes',
  'job.completed': 'jobs',
  'job.failed': 'jobs',
  'key.archived': 'changes',
  'key.created': 'changes',
  'proposal.created': 'editor',
  'release.failed': 'releases',
  'release.published': 'releases',
  'values.changed': 'changes',
  'webhook.test': '',
};

/** Returns the URL of the page to which a message about these events links. */
function linkOf(bodies: ChatMessage['bodies'], publicUrl: string): string {
  const [{ type, data }, ...others] = bodies;
  const page = `${publicUrl}/o/${data.organizationSlug}`;
  if (data.projectId === null) return page;
  const id = others.length === 0 ? (data.jobId ?? data.releaseId) : undefined;
  return [`${page}/p/${data.projectId}`, PAGES[type], id].filter(Boolean).join('/');
}

interface Markup {
  /** Escapes a text for the markup of the chat. */
  readonly safe: (text: string) => string;
  /** Link at the end of the first line. */
  readonly link?: string;
  readonly lineBreak?: string;
}

/** Returns the text of a message, without the details and lines that do not fit. */
function textOf(
  { bodies, excerpts, resumesAt }: ChatMessage,
  language: Language,
  { safe, link, lineBreak = '\n' }: Markup,
): string {
  const text = textsIn(language);
  const { fitting: facts } = fittingOf(factsOf(bodies, language).map(safe), FACTS_LENGTH, ' · ');
  const headline = headlineOf(bodies, language);
  const told = facts.length === 0 ? `${headline}.` : [headline, ...facts].join(' · ');
  const first = link === undefined ? told : `${told} ${link}`;
  const last = resumesAt === null ? [] : [safe(text('chat.resumes', { time: timeOf(resumesAt) }))];
  const lines = [
    ...waitingIn(bodies, language).map(safe),
    ...excerpts.map((excerpt) => `> ${safe(excerpt)}`),
  ];
  const around = [first, `+${lines.length}`, ...last].join(lineBreak);
  const room = MESSAGE_LENGTH - around.length;
  const { fitting, omitted } = fittingOf(lines.slice(0, MAX_LINES), room, lineBreak);
  const more = omitted + Math.max(0, lines.length - MAX_LINES);
  const rest = more === 0 ? [] : [`+${new Intl.NumberFormat(language).format(more)}`];
  return [first, ...fitting, ...rest, ...last].join(lineBreak);
}

/** Returns the first parts that fit into a text of the given length, each with a separator. */
function fittingOf(
  parts: readonly string[],
  length: number,
  separator: string,
): { fitting: string[]; omitted: number } {
  let used = 0;
  const end = parts.findIndex((part) => {
    used += part.length + separator.length;
    return used > length;
  });
  const fitting = end === -1 ? [...parts] : parts.slice(0, end);
  return { fitting, omitted: parts.length - fitting.length };
}

const timeOf = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`;

const HEADLINES = {
  'comment.created': 'chat.commentCreated',
  'digest.daily': 'chat.digest',
  'import.completed': 'chat.importCompleted',
  'job.completed': 'chat.jobCompleted',
  'job.failed': 'chat.jobFailed',
  'key.archived': 'chat.keyArchived',
  'key.created': 'chat.keyCreated',
  'proposal.created': 'chat.proposalCreated',
  'release.failed': 'chat.releaseFailed',
  'release.published': 'chat.releasePublished',
  'values.changed': 'chat.valuesChanged',
  'webhook.test': 'chat.test',
} as const;

/** The count that the headline shows instead of the number of events, for some types of events. */
const COUNTED: Readonly<Partial<Record<EventBody['type'], string>>> = {
  'key.archived': 'keys',
  'key.created': 'keys',
  'values.changed': 'values',
};

function headlineOf(bodies: ChatMessage['bodies'], language: Language): string {
  const [{ type }] = bodies;
  const text = textsIn(language);
  if (type === 'webhook.test' || type === 'digest.daily') return text(HEADLINES[type]);
  const counted = COUNTED[type];
  const number = counted === undefined ? bodies.length : (sumOf(bodies)[counted] ?? 0);
  return text(HEADLINES[type], { number: new Intl.NumberFormat(language).format(number) });
}

/** Counts that a message shows after its headline, in this order. */
const FIGURES = {
  created: 'chat.created',
  restored: 'chat.restored',
  archived: 'chat.archived',
  values: 'chat.values',
  done: 'chat.done',
  failed: 'chat.failed',
} as const;

function factsOf(bodies: ChatMessage['bodies'], language: Language): string[] {
  const [{ type, data }] = bodies;
  const text = textsIn(language);
  const format = new Intl.NumberFormat(language);
  const sums = sumOf(bodies);
  const figures = Object.entries(FIGURES).flatMap(([name, key]) => {
    const number = sums[name] ?? 0;
    return number === 0 || COUNTED[type] === name
      ? []
      : [text(key, { number: format.format(number) })];
  });
  const releases = bodies.flatMap(({ data: { environment, version } }) =>
    environment === undefined ? [] : [`${environment} ${version}`],
  );
  const actors = bodies.flatMap(({ data: { actor } }) => actor?.name ?? []);
  const locales = bodies.flatMap(({ data: { locales } }) => locales ?? []);
  return [
    ...(data.projectSlug === null ? [] : [data.projectSlug]),
    ...listOf(releases, NAMES),
    ...figures,
    ...listOf(locales.sort(), MAX_LOCALES),
    ...listOf(actors, NAMES),
  ];
}

/** Returns a line for each project in a daily summary. */
function waitingIn([{ data }]: ChatMessage['bodies'], language: Language): string[] {
  const text = textsIn(language);
  const format = new Intl.NumberFormat(language);
  return (data.projects ?? []).map(({ slug, ...counts }) => {
    const facts = WAITING.flatMap(([name, key]) =>
      counts[name] === 0 ? [] : [text(key, { number: format.format(counts[name]) })],
    );
    return [slug, ...facts].join(' · ');
  });
}

/** Adds up the counts of all events, by the name of the count. */
function sumOf(bodies: ChatMessage['bodies']): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { data } of bodies) {
    for (const [name, count] of Object.entries(data.counts ?? {})) {
      sums[name] = (sums[name] ?? 0) + count;
    }
  }
  return sums;
}

/** Joins the distinct names into one text. Returns an empty array if there are no names. */
function listOf(names: readonly string[], limit: number): string[] {
  const different = [...new Set(names.map((name) => onOneLine(name, NAME_LENGTH)))];
  if (different.length === 0) return [];
  const more = different.length > limit ? ` +${different.length - limit}` : '';
  return [different.slice(0, limit).join(', ') + more];
}

/** Escapes a text for Slack, as Slack's documentation requires (Formatting text for app surfaces). */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_~|[\](){}<>#@:-]/g, '\\$&');
