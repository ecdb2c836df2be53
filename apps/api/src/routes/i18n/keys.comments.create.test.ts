import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, joinOrganization, type Tenant } from '../../../test/app/build.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';
import { newId } from '../../db/ids/uuid.ts';
import { takeUses } from '../../domain/kernel/limits/rate.store.ts';
import { COMMENTS_RULE } from '../../domain/talk/comment/create-comment.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment, comments, threads, keyOf } = describeComments((given) => {
  ({ app, tenant, projectId, keyId, owner } = given);
});

describe('i18n.keys.comments.create', () => {
  it('adds a comment on a key and a question about a value', async () => {
    const viewer = await join('viewer');
    const first = await comment(viewer, 'Who sees this?');
    expect(first).toMatchObject({
      threadId: first.id,
      keyId,
      key: 'hello',
      localeCode: null,
      kind: 'comment',
      text: 'Who sees this?',
      mentions: [],
      own: true,
      answers: 0,
      muted: false,
      by: { type: 'user', id: viewer.id, name: 'Test viewer' },
      editedAt: null,
      resolvedBy: null,
      resolvedAt: null,
    });
    const second = await comment(viewer, 'Formal?', { kind: 'question', localeCode: 'de' });
    expect(second).toMatchObject({ kind: 'question', localeCode: 'de' });
    expect((await comments()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await comments()).toEqual([second, first].map((one) => ({ ...one, own: false })));
  });

  it('adds an answer to a thread, and the thread counts the answer', async () => {
    const question = await comment(owner, 'Formal?', { kind: 'question', localeCode: 'de' });
    const { id: threadId } = question;
    const answer = await comment(await join('translator'), 'Yes.', { threadId, localeCode: 'fr' });
    expect(answer).toMatchObject({ threadId, localeCode: 'de', kind: 'comment', answers: 0 });
    expect(await threads()).toMatchObject([{ id: threadId, answers: 1 }]);
    const refused = (more: object) => codeOf(comment(owner, 'Yes.', { threadId, ...more }));
    expect(await refused({ kind: 'question' })).toBe('validation_failed');
    expect(await refused({ keyId: await keyOf('bye') })).toBe('not_found');
    expect(await refused({ threadId: answer.id })).toBe('not_found');
    expect(await refused({ threadId: newId() })).toBe('not_found');
  });

  it('treats a personal API key as its user, and refuses an API key of the organization', async () => {
    const viewer = await join('viewer');
    const { data: key } = await viewer.client.users.apiKeys.create({
      name: 'Own',
      scopes: ['i18n:read'],
      expiresAt: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    });
    const { by, own } = await comment(app.client(key.token), 'From a script');
    expect({ by, own }).toEqual({
      by: { type: 'user', id: viewer.id, name: 'Test viewer' },
      own: true,
    });
    expect(await codeOf(comment(tenant.client, 'From a robot'))).toBe('person_required');
    const people = tenant.client.i18n.people.list({ projectId });
    expect(await codeOf(people)).toBe('person_required');
    expect((await tenant.client.i18n.comments.list({ projectId })).data).toHaveLength(1);
  });

  it('mentions people who see the project, and does not change other text', async () => {
    const [seeing, guest] = [await join('viewer'), await join('guest')];
    const stranger = await joinOrganization(tenant.user, tenant.organizationId, 'viewer');
    const { organizationId } = tenant;
    await tenant.user.client.organizations.members.delete({ organizationId, userId: stranger.id });
    const ids = [seeing.id.toUpperCase(), guest.id, stranger.id, newId(), seeing.id];
    const text = `${ids.map((id) => `@[${id}]`).join(' ')} @[x] ${seeing.id}`;
    const { id, ...created } = await comment(owner, text);
    expect(created.text).toBe(text);
    expect(created.mentions).toEqual([{ userId: seeing.id, name: 'Test viewer' }]);
    const mentioned = await seeing.i18n.comments.list({ projectId, mentions: 'me' });
    expect(mentioned.data.map((one) => one.id)).toEqual([id]);
    expect(await threads({ mentions: 'me' })).toEqual([]);
    await tenant.user.client.organizations.members.delete({ organizationId, userId: seeing.id });
    expect((await comments())[0]!.mentions).toEqual([{ userId: seeing.id, name: null }]);
  });

  it('rejects a text that is too long or blank, an archived key, and more than 20 mentions', async () => {
    const refused = (text: string, more: object = {}) => codeOf(comment(owner, text, more));
    expect(await refused('x'.repeat(LIMITS.commentLength + 1))).toBe('validation_failed');
    expect(await refused(' \n')).toBe('validation_failed');
    expect(await refused('x', { localeCode: 'it' })).toBe('not_found');
    expect(await refused('x', { keyId: projectId })).toBe('not_found');
    const mentions = Array.from({ length: LIMITS.commentMentions + 1 }, () => `@[${newId()}]`);
    expect(await refused(mentions.join(' '))).toBe('limit_exceeded');
    await comment(owner, mentions.slice(1).join(' '));
    await owner.i18n.keys.delete({ projectId, keyId });
    expect(await refused('x')).toBe('archived');
    await owner.i18n.projects.delete({ projectId });
    expect(await refused('x', { keyId: await keyOf('bye') })).toBe('archived');
  });

  it('accepts 60 comments of a person in an hour, and states when to retry', async () => {
    const viewer = await join('viewer');
    const used = { needed: LIMITS.commentsPerHour - 1, extra: 0 };
    await takeUses(app.db, COMMENTS_RULE, viewer.id, used, app.clock.now());
    await comment(viewer, 'The last');
    await expect(comment(viewer, 'Too many')).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    });
    expect(await comments()).toHaveLength(1);
  });

  /** Fills a key with comments up to `limit`, including the first one. */
  async function fill(limit: number): Promise<void> {
    const first = await comment(owner, 'x', { localeCode: 'de' });
    await sql`
      insert into comment (project_id, id, thread_id, key_id, kind, text, author_id, created_at,
                           is_open, event_id, last_actor_id)
      select c.project_id, gen_random_uuid(), c.id, c.key_id, c.kind, c.text, c.author_id,
             c.created_at, c.is_open, c.event_id, c.last_actor_id
      from comment c, generate_series(2, ${limit}::int) n
      where c.id = ${first.id}::uuid`.execute(app.db);
  }

  it('accepts at most 500 comments on a key and its values, even in concurrent requests', async () => {
    await fill(LIMITS.commentsPerKey - 1);
    const [one, other] = [await join('viewer'), await join('viewer')];
    const codes = await Promise.allSettled([comment(one, 'a'), comment(other, 'b')]);
    expect(codes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await codeOf(comment(owner, 'c'))).toBe('limit_exceeded');
    await comment(owner, 'c', { keyId: await keyOf('bye') });
  });

  it('accepts at most 500 comments, even if values in several locales are sent back concurrently', async () => {
    const codes = ['fr', 'es', 'it', 'pl', 'ja', 'nl'];
    for (const code of codes.slice(1)) await owner.i18n.locales.create({ projectId, code });
    const calls = [];
    for (const localeCode of codes) {
      const { data } = await owner.i18n.values.put({ projectId, keyId, localeCode, text: 'Hi' });
      calls.push({ projectId, valueId: data.id, version: data.version, text: 'Why?' });
    }
    await fill(LIMITS.commentsPerKey - 1);
    const sent = await Promise.allSettled(calls.map((call) => owner.i18n.values.sendBack(call)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
