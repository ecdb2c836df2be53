import { WEBHOOK_EVENTS } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { trustedOwner } from '../tenant.ts';
import { chatMessage } from './chat-message.ts';
import { eventBody } from './event-body.ts';

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
const SITE = 'https://l10n.example.org';

describe('chatMessage', () => {
  it('a message names the event, the project, the person, figures and the page', () => {
    const slack = JSON.parse(chatMessage('slack', bodyOf('key.created'), SITE));
    expect(slack).toEqual({
      text: 'Keys created in shop by Ada: 3 keys, de fr. <https://l10n.example.org/o/acme/p/project-id|Parlance>',
    });
    const discord = JSON.parse(chatMessage('discord', bodyOf('key.created'), SITE));
    expect(discord).toEqual({
      content:
        'Keys created in shop by Ada: 3 keys, de fr. [Parlance](<https://l10n.example.org/o/acme/p/project-id>)',
      allowed_mentions: { parse: [] },
    });
    const teams = JSON.parse(chatMessage('teams', bodyOf('key.created'), SITE));
    expect(teams.attachments[0].content.body).toEqual([
      {
        type: 'TextBlock',
        wrap: true,
        text: expect.stringMatching(/^Keys created in shop by Ada/),
      },
    ]);
  });

  it('a name mentions nobody and contains no link', () => {
    const { text } = JSON.parse(chatMessage('slack', bodyOf('job.failed', hostile), SITE));
    expect(text.match(/</g)).toHaveLength(1);
    for (const kind of ['discord', 'teams'] as const) {
      const message = chatMessage(kind, bodyOf('job.failed', hostile), SITE);
      expect(message).not.toMatch(/[^\\]@everyone|[^\\]\[a\]|[^\\]\*b/);
    }
  });

  it('each event has a message', () => {
    for (const event of WEBHOOK_EVENTS) {
      expect(JSON.parse(chatMessage('slack', bodyOf(event), SITE)).text).toMatch(
        /^[A-Z].* in shop/,
      );
    }
  });
});
