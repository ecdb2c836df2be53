import { WEBHOOK_EVENTS } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../texts/texts.ts';
import { trustedOwner } from '../../../kernel/tenant.ts';
import { digestBody, eventBody } from '../event-body.ts';
import { type ChatMessage, chatMessage } from './chat-message.ts';

const hostile = '<!channel> @everyone <https://evil.example|x> [a](https://evil.example) *b* `c`';
const bodyOf = (event: (typeof WEBHOOK_EVENTS)[number], name = 'Ada') =>
  eventBody(
    { id: trustedOwner('0198'), slug: 'acme' },
    {
      event,
      projectId: 'project-id',
      at: new Date('2026-01-01T00:00:00Z'),
      facts: {
        actor: { type: 'user', id: 'user-id', name },
        counts: { keys: 3, values: 0 },
        locales: ['de', 'fr'],
      },
    },
    'shop',
  );
const AT = { publicUrl: 'https://l10n.example.org', language: 'en' } as const;
const PAGE = 'https://l10n.example.org/o/acme/p/project-id/changes';
type Bodies = ChatMessage['bodies'];
const message = (...bodies: Bodies): ChatMessage => ({ bodies, excerpts: [], resumesAt: null });

describe('chatMessage', () => {
  it('contains the event, the project, the person, the figures and a link to the page', () => {
    const told = message(bodyOf('key.created'));
    const text = 'Keys created: 3 · shop · de, fr · Ada';
    const link = `<${PAGE}|Open in Parlance>`;
    expect(JSON.parse(chatMessage('slack', told, AT))).toEqual({
      text,
      mrkdwn: false,
      blocks: [
        { type: 'section', text: { type: 'plain_text', text, emoji: false } },
        { type: 'context', elements: [{ type: 'mrkdwn', text: link, verbatim: true }] },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(JSON.parse(chatMessage('discord', told, AT))).toEqual({
      content: `Keys created: 3 · shop · de, fr · Ada [Open in Parlance](<${PAGE}>)`,
      allowed_mentions: { parse: [] },
    });
    const teams = JSON.parse(chatMessage('teams', told, AT));
    expect(teams.attachments[0].content.body).toEqual([
      { type: 'TextBlock', wrap: true, text: expect.stringMatching(/^Keys created: 3 · shop/) },
    ]);
  });

  it('merges events: adds up the figures, and shows each name once', () => {
    const release = (version: number, name: string) => {
      const body = bodyOf('release.published', name);
      return { ...body, data: { ...body.data, environment: 'production', version, counts: {} } };
    };
    const told = message(release(4, 'Ada'), release(5, 'Ada'), release(6, 'Grace'));
    const { text } = JSON.parse(chatMessage('slack', told, AT));
    expect(text).toBe(
      'Releases published: 3 · shop · production 4, production 5, production 6 · de, fr · Ada, Grace',
    );
  });

  it('has a separate line for each text of an event, and a line with the time at which messages resume', () => {
    const told = {
      ...message(bodyOf('values.changed')),
      excerpts: ['save (de): Speichern <b>'],
      resumesAt: new Date('2026-01-01T12:34:00Z'),
    };
    const { text } = JSON.parse(chatMessage('slack', told, AT));
    expect(text.split('\n').slice(1)).toEqual([
      '> save (de): Speichern &lt;b&gt;',
      'This channel has got 60 messages in an hour. The next ones follow after 12:34 UTC.',
    ]);
  });

  it('contains no mention, and no link in a name or a text', () => {
    const told = { ...message(bodyOf('job.failed', hostile)), excerpts: [hostile] };
    const { text, blocks } = JSON.parse(chatMessage('slack', told, AT));
    expect(text).not.toMatch(/<|[^\n]>/);
    expect(blocks[0].text).toEqual({ type: 'plain_text', text, emoji: false });
    expect(JSON.stringify(blocks[1])).not.toContain('evil');
    for (const kind of ['discord', 'teams'] as const) {
      const body = chatMessage(kind, told, AT);
      expect(body).not.toMatch(/[^\\]@everyone|[^\\]\[a\]|[^\\]\*b/);
    }
  });

  it('shows a name on one line, shortened and without characters that change the direction of text', () => {
    const told = message(bodyOf('key.created', `Ada\n\u202e${'x'.repeat(200)}`));
    const { text } = JSON.parse(chatMessage('slack', told, AT));
    expect(text).toMatch(/ · Ada x{56}…$/);
    const joined = message(bodyOf('key.created', 'می\u200cخواهم'));
    expect(JSON.parse(chatMessage('slack', joined, AT)).text).toContain(' · می\u200cخواهم');
  });

  it('returns at most 2,000 characters, and states how many lines are omitted', () => {
    const release = bodyOf('release.published');
    const releaseOf = (version: number) => {
      const actor = { type: 'user', id: 'user-id', name: '*'.repeat(50) + version } as const;
      const environment = '_'.repeat(63);
      const locales = Array.from(
        { length: 20 },
        (_, index) => `de-x-${'abcdefgh-'.repeat(8)}${index}`,
      );
      return { ...release, data: { ...release.data, actor, environment, version, locales } };
    };
    const releases: Bodies = [releaseOf(1), ...[2, 3, 4, 5, 6, 7].map(releaseOf)];
    const projects = Array.from({ length: 200 }, (_, index) => ({
      slug: `${'a-'.repeat(25)}${index}`,
      questions: 1_000,
      proposals: 2_000,
      reviews: 3_000,
    }));
    const of = { id: trustedOwner('0198'), slug: 'acme' };
    const digest = digestBody(of, projects, new Date('2026-01-01T00:00:00Z'));
    const resumesAt = new Date('2026-01-01T12:34:00Z');
    for (const kind of ['slack', 'discord', 'teams'] as const) {
      for (const bodies of [releases, [digest] satisfies Bodies]) {
        const excerpts = bodies === releases ? Array<string>(5).fill('`'.repeat(300)) : [];
        const sent = JSON.parse(chatMessage(kind, { bodies, excerpts, resumesAt }, AT));
        const { text }: { text: string } =
          kind === 'teams'
            ? sent.attachments[0].content.body[0]
            : { text: sent.text ?? sent.content };
        expect(text.length).toBeLessThanOrEqual(2_000);
        const lines = text.split(/\n+/);
        const [{ elements }] = kind === 'slack' ? sent.blocks.slice(1) : [{ elements: lines }];
        expect(JSON.stringify(elements[0])).toContain('Open in Parlance');
        expect(lines.at(-1)).toMatch(/12.*34/);
        // Three of the lines are not excerpts or projects: the first line, the number of omitted lines, and the end of
        // the hour.
        const shown = lines.length - 3;
        expect(shown).toBeGreaterThanOrEqual(1);
        expect(lines.at(-2)).toBe(`+${(excerpts.length || projects.length) - shown}`);
      }
    }
  });

  it('returns a message for each event in each language', () => {
    for (const language of LANGUAGES) {
      for (const event of WEBHOOK_EVENTS) {
        const { text } = JSON.parse(
          chatMessage('slack', message(bodyOf(event)), { ...AT, language }),
        );
        expect(text).toMatch(/ · shop · /);
      }
    }
  });
});
