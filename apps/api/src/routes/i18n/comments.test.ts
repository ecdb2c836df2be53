import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import { codeOf, type Tenant } from '../../../test/app/build.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';

let tenant: Tenant;
let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment, comments, threads, keyOf } = describeComments((given) => {
  ({ tenant, projectId, keyId, owner } = given);
});

describe('i18n.comments.update', () => {
  it('changes the text and the mentions of the caller’s own comment only', async () => {
    const [author, admin] = [await join('viewer'), await join('admin')];
    const { id: commentId } = await comment(author, 'Hi');
    const text = `Hi @[${admin.id}]`;
    const call = { projectId, commentId, text };
    expect(await codeOf(admin.i18n.comments.update(call))).toBe('role_forbidden');
    const { data } = await author.i18n.comments.update(call);
    expect(data).toMatchObject({ text, mentions: [{ userId: admin.id, name: 'Test admin' }] });
    expect(data.editedAt).not.toBeNull();
    const same = await author.i18n.comments.update(call);
    expect(same.data).toEqual(data);
    expect(await codeOf(tenant.client.i18n.comments.update(call))).toBe('person_required');
  });

  it('refuses a deleted comment and an archived key or project', async () => {
    const { id: commentId } = await comment(owner, 'Hi');
    await comment(owner, 'Ho', { threadId: commentId });
    const update = () => codeOf(owner.i18n.comments.update({ projectId, commentId, text: 'Hey' }));
    await owner.i18n.comments.delete({ projectId, commentId });
    expect(await update()).toBe('conflict');
    const other = await comment(owner, 'Hi');
    await owner.i18n.keys.delete({ projectId, keyId });
    const archived = { projectId, commentId: other.id, text: 'Hey' };
    expect(await codeOf(owner.i18n.comments.update(archived))).toBe('archived');
    await owner.i18n.projects.delete({ projectId });
    expect(await codeOf(owner.i18n.comments.update(archived))).toBe('archived');
  });
});

describe('i18n.comments.delete', () => {
  it('keeps a deleted comment in its thread as long as it has answers', async () => {
    const author = await join('viewer');
    const first = await comment(author, 'Is this formal?', { kind: 'question' });
    const answer = await comment(owner, 'No', { threadId: first.id });
    const remove = ({ id: commentId }: { id: string }, by = owner) =>
      by.i18n.comments.delete({ projectId, commentId });
    expect(await codeOf(remove(answer, author))).toBe('role_forbidden');
    const { data: deleted } = await remove(first, author);
    expect(deleted).toMatchObject({ text: null, mentions: [], answers: 1 });
    expect(await comments()).toMatchObject([{ id: answer.id }, { id: first.id, text: null }]);
    expect(await threads({ state: 'open' })).toEqual([]);
    expect(await threads()).toMatchObject([{ id: first.id, text: null }]);
    expect((await remove(answer)).data).toMatchObject({ text: null });
    expect(await comments()).toEqual([]);
    expect(await threads()).toEqual([]);
    expect(await codeOf(remove(first, author))).toBe('not_found');
    expect(await codeOf(comment(owner, 'x', { threadId: first.id }))).toBe('not_found');
  });

  it('lets owners and admins delete all comments, even in an archived project', async () => {
    const [author, translator] = [await join('contributor'), await join('translator')];
    const one = { projectId, commentId: (await comment(author, 'A')).id };
    const other = { projectId, commentId: (await comment(author, 'B')).id };
    expect(await codeOf(translator.i18n.comments.delete(one))).toBe('role_forbidden');
    await owner.i18n.comments.delete(one);
    await owner.i18n.projects.delete({ projectId });
    await (await join('admin')).i18n.comments.delete(other);
    expect(await comments()).toEqual([]);
  });
});

describe('i18n.comments.resolve', () => {
  it('requires the author of the question, or a person who may translate', async () => {
    const [author, viewer, translator] = [
      await join('viewer'),
      await join('viewer'),
      await join('translator'),
    ];
    const { id: commentId } = await comment(author, 'Why?', { kind: 'question' });
    const at = { projectId, commentId };
    expect(await codeOf(viewer.i18n.comments.resolve(at))).toBe('role_forbidden');
    expect(await codeOf(author.i18n.comments.reopen(at))).toBe('conflict');
    const { data: resolved } = await translator.i18n.comments.resolve(at);
    expect(resolved).toMatchObject({
      resolvedBy: { type: 'user', id: translator.id, name: 'Test translator' },
      resolvedAt: expect.any(String),
    });
    expect(await codeOf(author.i18n.comments.resolve(at))).toBe('conflict');
    expect(await threads({ state: 'open' })).toEqual([]);
    expect(await threads({ state: 'resolved' })).toMatchObject([{ id: commentId }]);
    const { data: reopened } = await author.i18n.comments.reopen(at);
    expect(reopened).toMatchObject({ resolvedBy: null, resolvedAt: null });
    expect(await threads({ state: 'open' })).toMatchObject([{ id: commentId }]);
    await author.i18n.comments.resolve(at);
  });

  it('refuses comments, answers and archived keys', async () => {
    const { id: commentId } = await comment(owner, 'No question');
    const at = { projectId, commentId };
    expect(await codeOf(owner.i18n.comments.resolve(at))).toBe('conflict');
    const question = await comment(owner, 'Why?', { kind: 'question' });
    await owner.i18n.keys.delete({ projectId, keyId });
    const archived = owner.i18n.comments.resolve({ projectId, commentId: question.id });
    expect(await codeOf(archived)).toBe('archived');
    expect(await threads()).toEqual([]);
    expect(await comments()).toHaveLength(2);
  });
});

describe('i18n.comments.mute', () => {
  it('mutes the thread of a comment for the caller, and unmutes it', async () => {
    const { id: threadId } = await comment(owner, 'Hi');
    const { id: commentId } = await comment(owner, 'Ho', { threadId });
    const at = { projectId, commentId };
    for (const muted of [true, true, false, false]) {
      const { data } = await owner.i18n.comments.mute({ ...at, muted });
      expect(data.muted).toBe(muted);
      expect((await comments()).map((comment) => comment.muted)).toEqual([muted, muted]);
    }
    await owner.i18n.comments.mute({ ...at, muted: true });
    const viewer = await join('viewer');
    const { data } = await viewer.i18n.comments.list({ projectId });
    expect(data[0]!.muted).toBe(false);
  });
});

describe('i18n.comments.list', () => {
  it('lists threads in pages, newest first, and filters by state, locale, mention and author', async () => {
    const viewer = await join('viewer');
    const bye = await keyOf('bye');
    const texts = ['A', 'B', 'C', `D @[${owner.id}]`, 'E'];
    const places = [
      {},
      { localeCode: 'de', kind: 'question' },
      { localeCode: 'fr', keyId: bye },
      { localeCode: 'de', keyId: bye },
      { kind: 'question' },
    ];
    for (const [at, place] of places.entries()) await comment(viewer, texts[at]!, place);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { projectId, limit: 2, ...(cursor && { cursor }) };
      const page = await owner.i18n.comments.list(query);
      seen.push(...page.data.map(({ text }) => text![0]!));
      cursor = page.meta.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['E', 'D', 'C', 'B', 'A']);
    const found = async (query: object) => (await threads(query)).map(({ text }) => text![0]);
    expect(await found({ localeCode: 'de' })).toEqual(['D', 'B']);
    expect(await found({ state: 'open' })).toEqual(['E', 'B']);
    expect(await found({ state: 'open', localeCode: 'de' })).toEqual(['B']);
    expect(await found({ mentions: 'me' })).toEqual(['D']);
    expect(await found({ author: 'me' })).toEqual([]);
    expect(await codeOf(threads({ localeCode: 'it' }))).toBe('not_found');
    expect(await codeOf(threads({ cursor: 'x' }))).toBe('validation_failed');
    const inDe = await comments({ localeCode: 'de' });
    expect(inDe.map(({ text }) => text)).toEqual(['E', 'B', 'A']);
    const { data } = await viewer.i18n.comments.list({ projectId, author: 'me' });
    expect(data).toHaveLength(5);
  });

  it('omits the comments of a locale that is removed or whose values are deleted', async () => {
    await comment(owner, 'A', { localeCode: 'de' });
    const { id: threadId } = await comment(owner, 'B', { localeCode: 'fr' });
    await comment(owner, 'C', { threadId });
    await comment(owner, 'D');
    await owner.i18n.locales.delete({ projectId, localeCode: 'fr', purge: true });
    expect((await comments()).map(({ text }) => text)).toEqual(['D', 'A']);
    await owner.i18n.locales.delete({ projectId, localeCode: 'de', deleteValues: true });
    expect((await comments()).map(({ text }) => text)).toEqual(['D']);
  });
});

describe('i18n.people.list', () => {
  it('returns pages of the people with access to the project, found by a part of the name', async () => {
    const [viewer, guest] = [await join('viewer'), await join('guest')];
    const list = async (query: object = {}, by = owner) =>
      (await by.i18n.people.list({ projectId, ...query })).data.map(({ userId }) => userId);
    expect(await list({ q: 'vIeW' })).toContain(viewer.id);
    expect(await list({ q: 'Test viewer' })).not.toContain(owner.id);
    expect(await list()).not.toContain(guest.id);
    const first = await owner.i18n.people.list({ projectId, limit: 1 });
    expect(first.data).toHaveLength(1);
    const rest = await list({ cursor: first.meta.nextCursor! });
    expect([first.data[0]!.userId, ...rest]).toEqual(await list());
    const granted = { projectId, userId: guest.id, role: 'viewer' } as const;
    await owner.i18n.members.put(granted);
    expect(await list()).toContain(guest.id);
  });

  it('shows a guest only people who wrote comments in the project', async () => {
    const [author, guest] = [await join('viewer'), await join('guest')];
    await join('viewer');
    await owner.i18n.members.put({ projectId, userId: guest.id, role: 'translator' });
    const found = async () =>
      (await guest.i18n.people.list({ projectId })).data.map(({ userId }) => userId);
    expect(await found()).toEqual([]);
    const { id: commentId } = await comment(author, 'Hi');
    expect(await found()).toEqual([author.id]);
    await author.i18n.comments.delete({ projectId, commentId });
    expect(await found()).toEqual([]);
  });
});

describe('a guest', () => {
  it('comments in the granted projects, and sees no comments of other projects', async () => {
    const guest = await join('guest');
    const thread = await comment(owner, 'Secret', { kind: 'question' });
    const at = { projectId, commentId: thread.id };
    const calls = [
      guest.i18n.comments.list({ projectId }),
      guest.i18n.keys.comments.list({ projectId, keyId }),
      comment(guest, 'Hi'),
      comment(guest, 'Hi', { threadId: thread.id }),
      guest.i18n.comments.update({ ...at, text: 'Hi' }),
      guest.i18n.comments.delete(at),
      guest.i18n.comments.resolve(at),
      guest.i18n.comments.mute({ ...at, muted: true }),
      guest.i18n.people.list({ projectId }),
    ];
    const codes = await Promise.all(calls.map(codeOf));
    expect(codes).toEqual(codes.map(() => 'not_found'));
    await owner.i18n.members.put({ projectId, userId: guest.id, role: 'viewer' });
    await comment(guest, 'Hi', { threadId: thread.id });
    await comment(guest, 'In a locale', { localeCode: 'fr' });
    expect((await guest.i18n.comments.list({ projectId })).data).toHaveLength(2);
  });
});

describe('an erased account', () => {
  it('keeps its comments and mentions without its name', async () => {
    const author = await join('viewer');
    const asked = await comment(author, 'Why?', { kind: 'question' });
    const { id: commentId } = await comment(owner, `Hi @[${author.id}]`);
    await author.i18n.comments.resolve({ projectId, commentId: asked.id });
    await author.i18n.comments.mute({ projectId, commentId, muted: true });
    const { data: own } = await author.client.users.me.export();
    const types = own.actions.map(({ type }) => type).toSorted();
    expect(types).toEqual(['comment', 'comment_mute', 'comment_resolution']);
    await author.user.client.users.me.delete();
    await eventually(async () => {
      const [mention, question] = await comments();
      expect(mention!.mentions).toEqual([{ userId: author.id, name: null }]);
      const nameless = { type: 'user', id: author.id, name: null };
      expect(question).toMatchObject({ text: 'Why?', by: nameless, resolvedBy: nameless });
    });
  });
});
