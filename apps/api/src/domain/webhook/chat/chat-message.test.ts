import { WEBHOOK_EVENTS } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../texts/texts.ts';
import { trustedOwner } from '../../tenant.ts';
import { eventBody } from '../event-body.ts';
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
  it('names the event, the project, the person, figures and the page', () => {
    const told = message(bodyOf('key.created'));
    expect(JSON.parse(chatMessage('slack', told, AT))).toEqual({
      text: `Keys created: 3 · shop · de, fr · Ada <${PAGE}|Open in Parlance>`,
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

  it('joins events: sums, and each name once', () => {
    const release = (version: number, name: string) => {
      const body = bodyOf('release.published', name);
      return { ...body, data: { ...body.data, environment: 'production', version, counts: {} } };
    };
    const told = message(release(4, 'Ada'), release(5, 'Ada'), release(6, 'Grace'));
    const { text } = JSON.parse(chatMessage('slack', told, AT));
    expect(text).toBe(
      'Releases published: 3 · shop · production 4, production 5, production 6 · de, fr · Ada, Grace <https://l10n.example.org/o/acme/p/project-id/releases|Open in Parlance>',
    );
  });

  it('has the texts of events and the end of the hour on lines of their own', () => {
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

  it('mentions nobody and has no link in a name or a text', () => {
    const told = { ...message(bodyOf('job.failed', hostile)), excerpts: [hostile] };
    const { text } = JSON.parse(chatMessage('slack', told, AT));
    expect(text.match(/</g)).toHaveLength(1);
    for (const kind of ['discord', 'teams'] as const) {
      const body = chatMessage(kind, told, AT);
      expect(body).not.toMatch(/[^\\]@everyone|[^\\]\[a\]|[^\\]\*b/);
    }
  });

  it('exists for each event in each language', () => {
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
