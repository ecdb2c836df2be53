import type { KeysBulkAction } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { bring, countRows } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const i18n = () => tenant.client.i18n;
const CONTENT = { a: 'A', b: 'B', item_one: 'one item', item_other: '{{count}} items' };

async function newProject(): Promise<string> {
  const project = await createProject(tenant.client);
  await bring(tenant, project, CONTENT);
  return project.id;
}

const bulk = async (
  projectId: string,
  action: KeysBulkAction,
  more: Partial<Parameters<Tenant['client']['i18n']['keys']['bulk']>[0]> = {},
) => {
  const select = { query: '', locales: ['en'] };
  return (await i18n().keys.bulk({ projectId, select, action, ...more })).data;
};

const keysOf = async (projectId: string, archived = false) =>
  (await i18n().keys.list({ projectId, archived })).data;

describe('i18n.keys.bulk', () => {
  it('adds and removes tags of keys and of all forms of families, and the change can be reverted', async () => {
    const projectId = await newProject();
    const before = await keysOf(projectId);
    await i18n().keys.update({ projectId, keyId: before[0]!.id, tags: ['old', 'new'] });
    const done = await bulk(projectId, { setTags: { add: ['new', 'more'], remove: ['old'] } });
    expect(done).toMatchObject({ rows: 3, changed: 4, skipped: 0 });
    expect(done.preview[0]).toMatchObject({
      kind: 'edited',
      key: 'a',
      locale: null,
      keyBefore: { tags: ['old', 'new'] },
      keyAfter: { tags: ['new', 'more'] },
    });
    const tags = (await keysOf(projectId)).map((key) => key.tags.toSorted());
    expect(tags).toEqual(Array.from({ length: 4 }, () => ['more', 'new']));
    const again = await bulk(projectId, { setTags: { add: ['new'] } });
    expect(again).toMatchObject({ changed: 0, skipped: 4, changeId: null });
    await i18n().changes.revert({ projectId, changeId: done.changeId! });
    expect((await keysOf(projectId)).map((key) => key.tags)).toEqual([['old', 'new'], [], [], []]);
  });

  it('sets and removes maximum lengths', async () => {
    const projectId = await newProject();
    const limits = async () => (await keysOf(projectId)).map((key) => key.maxLength);
    const done = await bulk(projectId, { setMaxLength: { maxLength: 20 } });
    expect(await limits()).toEqual([20, 20, 20, 20]);
    await bulk(projectId, { setMaxLength: { maxLength: null } });
    expect(await limits()).toEqual([null, null, null, null]);
    const { data } = await i18n().changes.revert({ projectId, changeId: done.changeId! });
    expect(data.counts).toMatchObject({ keysEdited: 0, unchanged: 4 });
  });

  it('changes other fields of one key or family as one change, which can be reverted', async () => {
    const projectId = await newProject();
    const before = await keysOf(projectId);
    const [, , one, other] = before;
    const edit = { name: 'thing', description: 'A count', tags: ['list'], maxLength: 30 };
    const done = await bulk(projectId, { edit }, { select: { keyIds: [one!.id] } });
    expect(done).toMatchObject({ rows: 1, changed: 2, skipped: 0 });
    const { name: _, ...fields } = edit;
    expect((await keysOf(projectId)).slice(2)).toMatchObject([
      { id: one!.id, name: 'thing_one', previousNames: ['item_one'], ...fields },
      { id: other!.id, name: 'thing_other', previousNames: ['item_other'], ...fields },
    ]);
    const { data: rows } = await i18n().rows.list({ projectId, locales: ['en'] });
    expect(rows.map(({ key }) => key)).toEqual(['a', 'b', 'thing']);
    const again = await bulk(projectId, { edit }, { select: { keyIds: [other!.id] } });
    expect(again).toMatchObject({ changed: 0, skipped: 2, changeId: null });
    await i18n().changes.revert({ projectId, changeId: done.changeId! });
    const shown = (keys: typeof before) => keys.map(({ name, tags }) => ({ name, tags }));
    expect(shown(await keysOf(projectId))).toEqual(shown(before));
  });

  it('refuses a name that is taken, and refuses a name for several keys at once', async () => {
    const projectId = await newProject();
    const [a, b, one] = await keysOf(projectId);
    const codeFor = (name: string, ...keyIds: string[]) =>
      codeOf(bulk(projectId, { edit: { name } }, { select: { keyIds } }));
    expect(await codeFor('b', a!.id)).toBe('conflict');
    expect(await codeFor('new', a!.id, b!.id)).toBe('validation_failed');
    expect(await codeOf(bulk(projectId, { edit: { name: 'new' } }))).toBe('validation_failed');
    await i18n().keys.create({ projectId, name: 'taken_other' });
    expect(await codeFor('taken', one!.id)).toBe('conflict');
    await i18n().keys.bulk({
      projectId,
      select: { keyIds: [a!.id] },
      action: { edit: { translatable: false } },
      dryRun: true,
    });
    const [same] = await keysOf(projectId);
    expect(same).toEqual(a);
  });

  it('archives keys and whole families, and restores them', async () => {
    const projectId = await newProject();
    const keys = await keysOf(projectId);
    const keyIds = [keys[0]!.id, keys[3]!.id];
    const done = await bulk(projectId, { archive: {} }, { select: { keyIds } });
    expect(done).toMatchObject({ rows: 2, changed: 3 });
    expect((await keysOf(projectId)).map(({ name }) => name)).toEqual(['b']);
    const all = keys.map(({ id }) => id);
    const restored = await bulk(projectId, { restore: {} }, { select: { keyIds: all } });
    expect(restored).toMatchObject({ changed: 3, skipped: 1 });
    expect(await keysOf(projectId)).toHaveLength(4);
    const { data } = await i18n().counts.get({ projectId, locales: ['en'] });
    expect(data).toMatchObject([{ locale: 'en', translated: 4, missing: 0 }]);
  });

  it('restores the whole family of an archived form', async () => {
    const projectId = await newProject();
    const [, , one] = await keysOf(projectId);
    await bulk(projectId, { archive: {} });
    const select = { keyIds: [one!.id] };
    const dry = await bulk(projectId, { restore: {} }, { select, dryRun: true });
    expect(dry).toMatchObject({ changed: 2, skipped: 0 });
    const restored = await bulk(projectId, { restore: {} }, { select });
    expect(restored).toMatchObject({ rows: 1, changed: 2, skipped: 0 });
    expect((await keysOf(projectId)).map(({ name }) => name)).toEqual(['item_one', 'item_other']);
    const { data } = await i18n().counts.get({ projectId, locales: ['en'] });
    expect(data).toMatchObject([{ locale: 'en', translated: 2, missing: 0 }]);
  });

  it('refuses a name that is too long with plural suffixes', async () => {
    const projectId = await newProject();
    const [a, , one] = await keysOf(projectId);
    const edit = { name: 'x'.repeat(2_046) };
    const of = (keyId: string) => bulk(projectId, { edit }, { select: { keyIds: [keyId] } });
    await expect(of(one!.id)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ path: '/action/edit/name' }],
    });
    expect(await of(a!.id)).toMatchObject({ changed: 1 });
  });

  it('counts keys in a dry run, and refuses too many tags, a wrong expected count and an empty action', async () => {
    const projectId = await newProject();
    const rows = await countRows(app);
    const dry = await bulk(projectId, { archive: {} }, { dryRun: true });
    expect(dry).toMatchObject({ changed: 4, changeId: null });
    const add = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await bulk(projectId, { setTags: { add } }, { dryRun: true });
    expect(await countRows(app)).toEqual(rows);
    await bulk(projectId, { setTags: { add } });
    expect(await codeOf(bulk(projectId, { setTags: { add: ['one more'] } }))).toBe(
      'limit_exceeded',
    );
    expect(await codeOf(bulk(projectId, { archive: {} }, { expectedCount: 4 }))).toBe('conflict');
    expect(await codeOf(bulk(projectId, {}))).toBe('validation_failed');
    expect(await codeOf(bulk(projectId, { setTags: {} }))).toBe('validation_failed');
  });
});
