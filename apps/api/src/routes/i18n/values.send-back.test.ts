import { describe, expect, it } from 'vitest';
import { codeOf, type Tenant } from '../../../test/app/build.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';

let tenant: Tenant;
let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment, comments, keyOf } = describeComments((given) => {
  ({ tenant, projectId, keyId, owner } = given);
});

const at = (localeCode = 'de') => ({ projectId, keyId, localeCode });

describe('i18n.values.send-back', () => {
  it('sets a value to needs_review and notifies the person who wrote it of the reason', async () => {
    const [writer, reviewer] = [await join('translator'), await join('reviewer')];
    const { data: written } = await writer.i18n.values.put({ ...at(), text: 'Servus' });
    const value = { projectId, valueId: written.id };
    await reviewer.i18n.values.update({ ...value, state: 'reviewed' });
    const text = 'Too regional';
    const { data } = await reviewer.i18n.values.sendBack({ ...value, version: 3, text });
    expect(data.value).toMatchObject({ text: 'Servus', state: 'needs_review', version: 4 });
    expect(data.comment).toMatchObject({ text, keyId, localeCode: 'de', kind: 'comment' });
    const { data: inbox } = await writer.client.users.notifications.list();
    expect(inbox).toMatchObject([{ kind: 'sent_back', excerpt: text, by: { id: reviewer.id } }]);
    const { data: changes } = await owner.i18n.changes.list({ projectId, limit: 1 });
    expect(changes).toMatchObject([{ kind: 'edit', by: { id: reviewer.id } }]);
    const again = { ...value, version: 4, text: 'Still' };
    expect((await reviewer.i18n.values.sendBack(again)).data.value.version).toBe(4);
    expect(await comments()).toHaveLength(2);
  });

  it('writes no state and no comment if the value has changed or the caller is an API key of an organization', async () => {
    const { data: written } = await owner.i18n.values.put({ ...at(), text: 'Servus' });
    const call = { projectId, valueId: written.id, version: 1, text: 'Why?' };
    expect(await codeOf(owner.i18n.values.sendBack(call))).toBe('version_conflict');
    const program = tenant.client.i18n.values.sendBack({ ...call, version: 2 });
    expect(await codeOf(program)).toBe('person_required');
    expect(await comments()).toEqual([]);
  });

  it('refuses a decision and returns the current source string if the string has changed since the caller read it', async () => {
    const { data: written } = await owner.i18n.values.put({ ...at(), text: 'Servus' });
    const { sourceVersion, version } = written;
    await owner.i18n.values.put({ ...at('en'), text: 'Good bye' });
    const value = { projectId, valueId: written.id, version, sourceVersion };
    const conflict = {
      code: 'version_conflict',
      current: { version },
      currentSource: { text: 'Good bye', sourceVersion: sourceVersion + 1 },
    };
    const { values } = owner.i18n;
    const calls = [
      () => values.sendBack({ ...value, text: 'Why?' }),
      () => values.update({ ...value, state: 'reviewed' }),
      () => values.put({ ...at(), text: 'Moin', sourceVersion }),
      () => owner.i18n.ignoredChecks.put({ ...value, code: 'outdated' }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject(conflict);
    const missing = values.put({ ...at('fr'), text: 'Salut', version: 0, sourceVersion });
    await expect(missing).rejects.toMatchObject({ code: 'version_conflict', current: null });
    await values.update({ ...value, sourceVersion: sourceVersion + 1, state: 'reviewed' });
    expect(await comments()).toEqual([]);
  });

  it('refuses source texts, other locales and contributors', async () => {
    const page = await owner.i18n.values.list({ projectId, locale: 'en' });
    const source = page.data.find((value) => value.keyId === keyId)!;
    const sent = (by: typeof owner, valueId: string, version = 1) =>
      codeOf(by.i18n.values.sendBack({ projectId, valueId, version, text: 'Why?' }));
    expect(await sent(owner, source.id!)).toBe('source_locale');
    const { data: written } = await owner.i18n.values.put({ ...at('fr'), text: 'Salut' });
    expect(await sent(await join('translator', ['de']), written.id)).toBe('role_forbidden');
    expect(await sent(await join('contributor'), written.id)).toBe('role_forbidden');
    expect(await comments()).toEqual([]);
    const listed = await owner.i18n.values.list({ projectId, locale: 'fr' });
    expect(listed.data.find((value) => value.keyId === keyId)!.state).toBe('translated');
  });
});

describe('i18n.open-work.get', () => {
  it('counts open questions and proposals by locale, and counts questions about keys without a locale', async () => {
    const work = async () => (await tenant.client.i18n.openWork.get({ projectId })).data;
    expect(await work()).toEqual([]);
    const ask = (more: object = {}) => comment(owner, 'Why?', { kind: 'question', ...more });
    const { id: commentId } = await ask();
    await ask({ localeCode: 'de' });
    await ask({ localeCode: 'de', keyId: await keyOf('bye') });
    await comment(owner, 'No question', { localeCode: 'fr' });
    const author = await join('contributor');
    await author.i18n.proposals.create({ ...at('fr'), text: 'Salut' });
    expect(await work()).toEqual([
      { localeCode: null, questions: 1, proposals: 0 },
      { localeCode: 'de', questions: 2, proposals: 0 },
      { localeCode: 'fr', questions: 0, proposals: 1 },
    ]);
    await owner.i18n.locales.delete({ projectId, localeCode: 'fr' });
    expect((await work()).map(({ localeCode }) => localeCode)).toEqual([null, 'de']);
    await owner.i18n.comments.resolve({ projectId, commentId });
    await owner.i18n.keys.delete({ projectId, keyId });
    expect(await work()).toEqual([{ localeCode: 'de', questions: 1, proposals: 0 }]);
  });
});

describe('rows', () => {
  it('match the filters has:comment and is:question, and get another revision', async () => {
    const found = async (query: string, locales = ['de', 'fr']) =>
      (await owner.i18n.rows.list({ projectId, locales, query })).data.map(({ key }) => key);
    const revision = async () =>
      (await owner.i18n.rowIndex.get({ projectId, locales: ['de'] })).data.revision;
    const before = await revision();
    expect(await found('has:comment')).toEqual([]);
    const { id: commentId } = await comment(owner, 'Why?', { kind: 'question', localeCode: 'fr' });
    expect(await revision()).not.toBe(before);
    expect(await found('has:comment')).toEqual(['hello']);
    expect(await found('has:comment', ['de'])).toEqual([]);
    expect(await found('is:question')).toEqual(['hello']);
    expect(await found('is:question|reviewed', ['fr'])).toEqual(['hello']);
    expect(await found('-is:question', ['fr'])).toEqual(['bye']);
    expect(await found('all: is:question')).toEqual([]);
    await owner.i18n.comments.resolve({ projectId, commentId });
    expect(await found('is:question')).toEqual([]);
    expect(await found('has:comment')).toEqual(['hello']);
    await comment(owner, 'Why?', { kind: 'question' });
    expect(await found('all: is:question')).toEqual(['hello']);
    const { data } = await owner.i18n.values.bulk({
      projectId,
      select: { query: 'is:question', locales: ['de'] },
      action: { setState: { state: 'reviewed' } },
      dryRun: true,
    });
    expect(data).toMatchObject({ changed: 1 });
  });
});
