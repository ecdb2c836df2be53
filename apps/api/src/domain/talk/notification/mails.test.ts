import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, waitForMail } from '../../../../test/app/build.ts';
import {
  type DescribedComments,
  describeComments,
  type Joined,
} from '../../../../test/content/describe-comments.ts';
import type { Mail } from '../../../providers/mail/mailer.ts';
import { remindOfQuestions } from './remind-of-questions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const { signal } = new AbortController();

let app: TestApp;
let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment } = describeComments((given) => {
  ({ app, projectId, keyId, owner } = given);
});

const mailsTo = ({ user }: Joined): Mail[] =>
  app.outbox.filter(({ to }) => to.address === user.email);

/** Waits until no digest is due and no mail is pending. */
const settled = () =>
  eventually(async () => {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from inbox where digest_due_at <= ${app.clock.now()}::timestamptz)
           + (select count(*) from pgboss.job
              where name = 'send-mail' and state in ('created', 'retry', 'active')) as left`.execute(
      app.db,
    );
    expect(Number(rows[0]!.left)).toBe(0);
  });

async function pass(minutes: number): Promise<void> {
  app.clock.advance(minutes * MINUTE_MS);
  await settled();
}

const mention = (person: Joined, more: object = {}) =>
  comment(owner, `A secret for @[${person.id}]`, more);

describe('a digest', () => {
  it('contains the key and a link but no text, and is sent at most once an hour', async () => {
    const viewer = await join('viewer');
    const before = mailsTo(viewer).length;
    const { id: threadId } = await mention(viewer, { localeCode: 'de' });
    await pass(9);
    expect(mailsTo(viewer)).toHaveLength(before);
    await mention(viewer, { threadId });
    await pass(1);
    const [mail] = mailsTo(viewer).slice(before);
    expect(mail!.subject).toBe('2 new comments for you');
    expect(mail!.text).toContain('mentioned you.');
    expect(mail!.text).toContain(`/p/${projectId}/k/${keyId}?l=de&thread=${threadId}`);
    expect(mail!.text).toContain('· hello · de');
    expect(mail!.text).not.toContain('secret');
    expect(mail!.text).not.toContain('Hallo');
    await mention(viewer);
    await pass(59);
    expect(mailsTo(viewer)).toHaveLength(before + 1);
    await pass(1);
    expect(mailsTo(viewer)).toHaveLength(before + 2);
    expect(mailsTo(viewer).at(-1)!.subject).toBe('1 new comment for you');
    await pass(600);
    expect(mailsTo(viewer)).toHaveLength(before + 2);
  });

  it('has the language of the recipient, and omits comments that were read before it is sent', async () => {
    const [reader, other] = [await join('viewer'), await join('viewer')];
    await other.client.users.me.update({ preferences: { language: 'de' } });
    for (const person of [reader, other]) await mention(person);
    const [told] = (await reader.client.users.notifications.list()).data;
    await reader.client.users.notifications.read({ ids: [told!.id] });
    const before = mailsTo(reader).length;
    await pass(10);
    const mail = await waitForMail(app, { to: other.user.email, subject: /Kommentar/ });
    expect(mail.text).toContain('hat Sie erwähnt');
    expect(mailsTo(reader)).toHaveLength(before);
  });

  it('contains nothing of a project that the recipient can no longer see', async () => {
    const guest = await join('guest');
    await owner.i18n.members.put({ projectId, userId: guest.id, role: 'viewer' });
    await mention(guest);
    await owner.i18n.members.delete({ projectId, userId: guest.id });
    const before = mailsTo(guest).length;
    await pass(10);
    expect(mailsTo(guest)).toHaveLength(before);
  });

  it('contains the kinds of comments that the recipient wants, even behind many comments of other kinds', async () => {
    const [viewer, writer] = [await join('viewer'), await join('viewer')];
    const { id: threadId } = await comment(viewer, 'First');
    for (let answer = 0; answer < 51; answer++) await comment(writer, 'Answer', { threadId });
    await mention(viewer);
    await viewer.client.users.me.update({ preferences: { notifications: { thread: 'app' } } });
    await pass(10);
    const [mail] = mailsTo(viewer);
    expect(mail!.subject).toBe('1 new comment for you');
    expect(mail!.text).toContain('mentioned you.');
  });

  it('omits kinds of comments that the recipient wants only in the inbox', async () => {
    const viewer = await join('viewer');
    await viewer.client.users.me.update({ preferences: { notifications: { mention: 'app' } } });
    await mention(viewer);
    const before = mailsTo(viewer).length;
    await pass(10);
    expect(mailsTo(viewer)).toHaveLength(before);
    expect((await viewer.client.users.notifications.count()).data.unread).toBe(1);
  });
});

describe('notifications.unsubscribe', () => {
  it('unsubscribes from the kinds of a mail with one click, and succeeds again when it is repeated', async () => {
    const viewer = await join('viewer');
    await viewer.client.users.me.update({ preferences: { theme: 'dark' } });
    await mention(viewer);
    await pass(10);
    const mail = mailsTo(viewer).at(-1)!;
    const url = new URL(mail.unsubscribeUrl!);
    expect(url.pathname).toBe('/v1/notifications/unsubscribe');
    const token = url.searchParams.get('token')!;
    expect(mail.text).toContain(`/unsubscribe?token=${token}`);
    for (let click = 0; click < 2; click++) {
      // Sends the request that a mail client sends: a form without a cookie and an Origin (RFC 8058 §3.1).
      const answer = await fetch(`${app.url}${url.pathname}${url.search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(answer.status).toBe(200);
    }
    await app.client().notifications.unsubscribe({ token });
    const { data: me } = await viewer.client.users.me.get();
    expect(me.preferences).toEqual({ theme: 'dark', notifications: { mention: 'app' } });
    const before = mailsTo(viewer).length;
    await mention(viewer);
    await pass(120);
    expect(mailsTo(viewer)).toHaveLength(before);
    expect((await viewer.client.users.notifications.count()).data.unread).toBe(2);
  });

  it('refuses tokens that the service did not sign', async () => {
    const [viewer, other] = [await join('viewer'), await join('viewer')];
    for (const person of [viewer, other]) await mention(person);
    await pass(10);
    const token = new URL(mailsTo(viewer).at(-1)!.unsubscribeUrl!).searchParams.get('token')!;
    const [payload, signature] = token.split('.') as [string, string];
    const text = Buffer.from(payload, 'base64url').toString();
    const forge = (change: string) => `${Buffer.from(change).toString('base64url')}.${signature}`;
    for (const forged of [
      forge(text.replace(viewer.id, other.id)),
      forge(`${text} thread`),
      'x',
      payload,
      `${payload}.`,
      `${payload}.${'x'.repeat(43)}`,
      '.',
    ]) {
      expect(await codeOf(app.client().notifications.unsubscribe({ token: forged }))).toBe(
        'invalid_token',
      );
    }
  });
});

describe('the reminder of open questions', () => {
  it('omits questions about archived keys, and an empty reminder does not delay the next reminder', async () => {
    const developer = await join('developer');
    const { id: commentId } = await comment(owner, 'Why?', { kind: 'question' });
    await pass(120);
    app.clock.advance(6 * DAY_MS);
    await owner.i18n.keys.update({ projectId, keyId, archived: true });
    app.clock.advance(DAY_MS);
    const before = mailsTo(developer).length;
    const remind = async () => {
      await remindOfQuestions(app.deps, signal);
      await settled();
      return mailsTo(developer).slice(before);
    };
    expect(await remind()).toEqual([]);
    await owner.i18n.keys.update({ projectId, keyId, archived: false });
    expect(await remind()).toHaveLength(1);
    await owner.i18n.comments.resolve({ projectId, commentId });
  });

  it('omits questions about values in disabled locales', async () => {
    const developer = await join('developer');
    const { id: commentId } = await comment(owner, 'Why?', { kind: 'question', localeCode: 'de' });
    await pass(120);
    app.clock.advance(7 * DAY_MS);
    const before = mailsTo(developer).length;
    const remind = async () => {
      await remindOfQuestions(app.deps, signal);
      await settled();
      return mailsTo(developer).slice(before);
    };
    await owner.i18n.locales.delete({ projectId, localeCode: 'de' });
    expect(await remind()).toEqual([]);
    await owner.i18n.locales.create({ projectId, code: 'de' });
    expect(await remind()).toHaveLength(1);
    await owner.i18n.comments.resolve({ projectId, commentId });
  });

  it('reaches developers weekly, by project and locale, until they unsubscribe', async () => {
    const [developer, translator] = [await join('developer'), await join('translator')];
    const ask = (more: object = {}) => comment(owner, 'A secret?', { kind: 'question', ...more });
    const { id: commentId } = await ask();
    await ask({ localeCode: 'de' });
    await ask({ localeCode: 'de' });
    const remind = async () => {
      const before = mailsTo(developer).length;
      await remindOfQuestions(app.deps, signal);
      await settled();
      return mailsTo(developer).slice(before);
    };
    await pass(120);
    app.clock.advance(6 * DAY_MS);
    expect(await remind()).toEqual([]);
    app.clock.advance(DAY_MS);
    const [mail] = await remind();
    expect(mail!.subject).toBe('Open questions in your projects');
    expect(mail!.text).toContain('About keys: 1\nde: 2\n');
    expect(mail!.text).not.toContain('secret');
    expect(mailsTo(translator).some(({ subject }) => subject === mail!.subject)).toBe(false);
    // The call keeps the session of the owner active, so that the owner is never away for more than a week.
    await owner.client.users.me.get();
    app.clock.advance(6 * DAY_MS);
    expect(await remind()).toEqual([]);
    app.clock.advance(DAY_MS);
    await owner.i18n.comments.resolve({ projectId, commentId });
    const [next] = await remind();
    expect(next!.text).not.toContain('About keys');
    const token = new URL(next!.unsubscribeUrl!).searchParams.get('token')!;
    await app.client().notifications.unsubscribe({ token });
    app.clock.advance(7 * DAY_MS);
    expect(await remind()).toEqual([]);
  });
});
