import type { Notification } from '@parlance/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, type Tenant } from '../../../test/app/build.ts';
import { useEventStreams } from '../../../test/app/collect-events.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';
import type { Person } from '../../../test/content/describe-proposals.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment } = describeComments((given) => {
  ({ app, tenant, projectId, keyId, owner } = given);
});

const collectEvents = useEventStreams();
beforeEach(async () => {
  await readAll(owner);
});

const inbox = async (person: Person, query: object = {}): Promise<Notification[]> =>
  (await person.client.users.notifications.list(query)).data;
const kinds = async (person: Person): Promise<string[]> =>
  (await inbox(person, { unread: true })).map(({ kind }) => kind);
const count = async (person: Person): Promise<number> =>
  (await person.client.users.notifications.count()).data.unread;

async function readAll(person: Person): Promise<void> {
  const [newest] = await inbox(person);
  if (newest) await person.client.users.notifications.read({ upTo: newest.id });
}

const setChannels = (person: Person, notifications: object) =>
  person.client.users.me.update({ preferences: { notifications } });

const allow = (person: Person, role = 'translator') =>
  owner.i18n.members.put({ projectId, userId: person.id, role: role as 'translator' });

describe('users.notifications.list', () => {
  it('notifies people whom a comment mentions, and never notifies the author of the comment', async () => {
    const viewer = await join('viewer');
    const text = `@[${viewer.id}] @[${owner.id}] ${'x'.repeat(300)}`;
    const { id: commentId } = await comment(owner, text, { localeCode: 'de' });
    const [told] = await inbox(viewer);
    expect(told).toMatchObject({
      kind: 'mention',
      projectId,
      keyId,
      key: 'hello',
      localeCode: 'de',
      organizationId: tenant.organizationId,
      threadId: commentId,
      commentId,
      by: { type: 'user', id: owner.id },
      readAt: null,
      excerpt: text.slice(0, 200),
    });
    expect(await count(viewer)).toBe(1);
    expect(await kinds(owner)).toEqual([]);
  });

  it('notifies everyone who wrote in a thread of an answer, once for the strongest reason', async () => {
    const [one, two, three] = [await join('viewer'), await join('viewer'), await join('viewer')];
    const { id: threadId } = await comment(one, 'First');
    await comment(two, 'Second', { threadId });
    await comment(three, `Third, @[${one.id}]`, { threadId });
    expect(await kinds(one)).toEqual(['mention', 'thread']);
    expect(await kinds(two)).toEqual(['thread']);
    expect(await kinds(three)).toEqual([]);
    await two.i18n.comments.mute({ projectId, commentId: threadId, muted: true });
    await comment(one, `Fourth, @[${two.id}]`, { threadId });
    expect(await kinds(two)).toEqual(['thread']);
    expect(await kinds(three)).toEqual(['thread']);
  });

  it('notifies the person who wrote a value last if somebody comments on the value', async () => {
    const [writer, reviewer] = [await join('translator'), await join('reviewer')];
    const { data: value } = await writer.i18n.values.put({
      projectId,
      keyId,
      localeCode: 'de',
      text: 'Servus',
    });
    await reviewer.i18n.values.update({ projectId, valueId: value.id, state: 'reviewed' });
    await comment(owner, 'Nice', { localeCode: 'de' });
    await comment(owner, 'Of another locale', { localeCode: 'fr' });
    await comment(owner, 'Of the key');
    expect(await kinds(writer)).toEqual(['value']);
    expect(await kinds(reviewer)).toEqual([]);
  });

  it('notifies developers of a question about a key or a source text, or the owners if there are no developers', async () => {
    const viewer = await join('viewer');
    const ask = (more: object = {}) => comment(viewer, 'Why?', { kind: 'question', ...more });
    await ask();
    expect(await kinds(owner)).toEqual(['question']);
    const developer = await join('developer');
    const granted = await join('guest');
    await allow(granted, 'developer');
    const other = await join('developer');
    await allow(other, 'viewer');
    await ask({ localeCode: 'en' });
    await ask({ localeCode: 'de' });
    await comment(viewer, 'No question');
    expect(await kinds(developer)).toEqual(['question']);
    expect(await kinds(granted)).toEqual(['question']);
    expect(await kinds(other)).toEqual([]);
    expect(await kinds(owner)).toEqual(['question']);
  });

  it('notifies the author of a question each time that it is resolved', async () => {
    const viewer = await join('viewer');
    const { id: commentId } = await comment(viewer, 'Why?', { kind: 'question' });
    const at = { projectId, commentId };
    await owner.i18n.comments.resolve(at);
    await owner.i18n.comments.reopen(at);
    await owner.i18n.comments.resolve(at);
    const told = await inbox(viewer);
    expect(told.map(({ kind, by }) => [kind, by.id])).toEqual([
      ['resolved', owner.id],
      ['resolved', owner.id],
    ]);
    await viewer.i18n.comments.reopen(at);
    await viewer.i18n.comments.resolve(at);
    // The author resolved the question last, so the resolution of another person no longer counts.
    expect(await inbox(viewer)).toEqual([]);
  });

  it('hides the notification of a resolved question while the question is open again', async () => {
    const viewer = await join('viewer');
    const { id: commentId } = await comment(viewer, 'Why?', { kind: 'question' });
    const at = { projectId, commentId };
    await owner.i18n.comments.resolve(at);
    await viewer.i18n.comments.reopen(at);
    expect(await inbox(viewer)).toEqual([]);
    expect(await count(viewer)).toBe(0);
    const translator = await join('translator');
    await translator.i18n.comments.resolve(at);
    const told = await inbox(viewer);
    expect(told.map(({ by }) => by.id)).toEqual([translator.id, translator.id]);
  });

  it('notifies people whom an edit mentions for the first time', async () => {
    const [one, two] = [await join('viewer'), await join('viewer')];
    const { id: commentId } = await comment(owner, `@[${one.id}]`);
    const text = `@[${one.id}] @[${two.id}]`;
    await owner.i18n.comments.update({ projectId, commentId, text });
    await owner.i18n.comments.update({ projectId, commentId, text: 'Nobody' });
    await owner.i18n.comments.update({ projectId, commentId, text });
    expect(await kinds(one)).toEqual(['mention']);
    expect(await kinds(two)).toEqual(['mention']);
  });

  it('notifies each person by the preferences, and uses the default for unknown preferences', async () => {
    const viewer = await join('viewer');
    await setChannels(viewer, { mention: 'off', thread: 'off' });
    const { id: threadId } = await comment(viewer, 'First');
    await comment(owner, `@[${viewer.id}]`, { threadId });
    expect(await kinds(viewer)).toEqual([]);
    await setChannels(viewer, { mention: 'off', thread: 'app' });
    await comment(owner, `@[${viewer.id}]`, { threadId });
    expect(await kinds(viewer)).toEqual(['thread']);
    await viewer.client.users.me.update({ preferences: { notifications: null } });
    await setChannels(viewer, { mention: { by: 'pigeon' }, thread: 3 });
    await comment(owner, `@[${viewer.id}]`, { threadId });
    expect(await kinds(viewer)).toEqual(['mention', 'thread']);
    await viewer.client.users.me.update({ preferences: { notifications: 'none' } });
    await comment(owner, `@[${viewer.id}]`, { threadId });
    expect(await kinds(viewer)).toHaveLength(3);
  });

  it('immediately hides comments of projects that a person can no longer see', async () => {
    const guest = await join('guest');
    await comment(owner, `@[${guest.id}]`);
    expect(await inbox(guest)).toEqual([]);
    await allow(guest);
    const { id: commentId } = await comment(owner, `@[${guest.id}]`);
    expect(await inbox(guest)).toMatchObject([{ commentId }]);
    await owner.i18n.members.delete({ projectId, userId: guest.id });
    expect(await inbox(guest)).toEqual([]);
    expect(await count(guest)).toBe(0);
    await allow(guest);
    expect(await count(guest)).toBe(1);
    const { organizationId } = tenant;
    await owner.client.organizations.members.delete({ organizationId, userId: guest.id });
    const left = await guest.user.client.users.notifications.count();
    expect(left.data).toEqual({ unread: 0 });
  });

  it('shows the current state of a comment', async () => {
    const viewer = await join('viewer');
    const first = await comment(owner, `@[${viewer.id}]`);
    const answer = await comment(owner, `@[${viewer.id}]`, { threadId: first.id });
    const remove = (commentId: string) => owner.i18n.comments.delete({ projectId, commentId });
    await remove(first.id);
    expect((await inbox(viewer)).map(({ excerpt }) => excerpt)).toEqual([answer.text, null]);
    await remove(answer.id);
    expect(await inbox(viewer)).toEqual([]);
    expect(await count(viewer)).toBe(0);
  });

  it('returns pages, newest first, and requires a session', async () => {
    const viewer = await join('viewer');
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.unshift((await comment(owner, `@[${viewer.id}]`)).id);
    const page = await viewer.client.users.notifications.list({ limit: 3 });
    const cursor = page.meta.nextCursor!;
    const rest = await viewer.client.users.notifications.list({ limit: 3, cursor });
    expect([...page.data, ...rest.data].map(({ commentId }) => commentId)).toEqual(ids);
    expect(rest.meta.nextCursor).toBeNull();
    expect(await codeOf(inbox({ ...owner, client: tenant.client }))).toBe('session_required');
  });
});

describe('users.notifications.read', () => {
  it('marks as read single notifications, the notifications of threads, or all up to one notification', async () => {
    const viewer = await join('viewer');
    const read = async (body: object) =>
      (await viewer.client.users.notifications.read(body)).data.unread;
    const mention = (more: object = {}) => comment(owner, `@[${viewer.id}]`, more);
    const { id: threadId } = await mention();
    for (const more of [{ threadId }, {}, {}, {}]) await mention(more);
    const [, second, third] = await inbox(viewer);
    expect(await read({ ids: [third!.id, third!.id, owner.id] })).toBe(4);
    expect(await read({ threadIds: [threadId, owner.id] })).toBe(2);
    expect(await read({ upTo: second!.id })).toBe(1);
    const unread = await inbox(viewer, { unread: true });
    expect(unread).toHaveLength(1);
    expect((await inbox(viewer))[1]!.readAt).not.toBeNull();
    await expect(read({})).rejects.toMatchObject({
      code: 'validation_failed',
      detail: 'The body must have exactly one of `ids`, `threadIds` and `upTo`.',
      errors: [{ path: '' }],
    });
    expect(await codeOf(read({ threadIds: [threadId], upTo: second!.id }))).toBe(
      'validation_failed',
    );
    const [newest] = unread;
    await owner.client.users.notifications.read({ ids: [newest!.id] });
    expect(await count(viewer)).toBe(1);
  });
});

describe('inbox events', () => {
  it('notify every stream of a person of each change, and notify no other person', async () => {
    const [viewer, other] = [await join('viewer'), await join('viewer')];
    const streams = [
      await collectEvents(viewer),
      await collectEvents(viewer, { projectId }),
      await collectEvents(viewer),
    ];
    const foreign = await collectEvents(other);
    const told = (unread: number) =>
      eventually(async () => {
        for (const events of streams) {
          const own = events.filter(({ type }) => type === 'inbox');
          expect(own.at(-1)).toEqual({ type: 'inbox', unread });
        }
      });
    const { id: threadId } = await comment(owner, `@[${viewer.id}]`);
    await told(1);
    await comment(owner, `@[${viewer.id}]`);
    await told(2);
    await viewer.client.users.notifications.read({ threadIds: [threadId] });
    await told(1);
    expect(foreign).toEqual([]);
    streams.push(await collectEvents(viewer));
    await told(1);
    expect(streams[0]!.every(({ type }) => type === 'inbox')).toBe(true);
  });

  it('report that a deleted comment and a reopened question no longer count', async () => {
    const viewer = await join('viewer');
    const events = await collectEvents(viewer);
    const told = (unread: number) =>
      eventually(async () => expect(events.at(-1)).toEqual({ type: 'inbox', unread }));
    const { id: questionId } = await comment(viewer, 'Why?', { kind: 'question' });
    const { id: mentionId } = await comment(owner, `@[${viewer.id}]`);
    await owner.i18n.comments.resolve({ projectId, commentId: questionId });
    await told(2);
    await owner.i18n.comments.delete({ projectId, commentId: mentionId });
    await told(1);
    await owner.i18n.comments.reopen({ projectId, commentId: questionId });
    await told(0);
  });

  it('require a session if no project is named', async () => {
    const stream = (client: Person['client']) =>
      client.events.stream({}, { raw: 'text/event-stream' });
    expect(await codeOf(stream(tenant.client))).toBe('validation_failed');
    const { data: key } = await owner.client.users.apiKeys.create({
      name: 'Own',
      scopes: ['i18n:read'],
      expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    expect(await codeOf(stream(app.client(key.token)))).toBe('validation_failed');
  });

  it('reach a guest who gets access to a project after the stream has begun', async () => {
    const guest = await join('guest');
    const events = await collectEvents(guest);
    await allow(guest);
    await comment(owner, `@[${guest.id}]`);
    await eventually(async () => expect(events).toEqual([{ type: 'inbox', unread: 1 }]));
  });
});
