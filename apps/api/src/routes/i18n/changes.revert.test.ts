import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { readCounted, readTruth } from '../../../test/content/content-counts.ts';
import { storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  tenant = await createTenant(app);
});
afterAll(() => app.close());

const i18n = () => tenant.client.i18n;

/**
 * Imports texts into a new project.
 * @returns the id of the change
 */
async function bringNew(content: Record<string, string>): Promise<string> {
  projectId = (await createProject(tenant.client)).id;
  return bring(content);
}

async function bring(content: Record<string, string>, locale = 'en'): Promise<string> {
  const { data } = await i18n().projects.import({ projectId, locale, content });
  return data.changeId!;
}

const revert = async (changeId: string, more: { dryRun?: boolean; conflicts?: 'fail' } = {}) =>
  (await i18n().changes.revert({ projectId, changeId, ...more })).data;

const findValue = async (key: string) =>
  (await i18n().values.list({ projectId })).data.find((value) => value.key === key)!;

describe('i18n.changes.revert', () => {
  it('restores texts and archives keys that an import created, and the revert can be reverted', async () => {
    await bringNew({ a: 'A', b: 'B' });
    const changeId = await bring({ a: 'A2', c: 'C' });
    const undone = await revert(changeId);
    expect(undone.counts).toEqual({
      values: 2,
      keysArchived: 1,
      keysRestored: 0,
      keysEdited: 0,
      unchanged: 0,
      conflicts: 0,
    });
    const before = [
      ['a', 'A'],
      ['b', 'B'],
    ];
    expect(await storedTexts(app, projectId, 'en')).toEqual(before);
    const { data: change } = await i18n().changes.get({ projectId, changeId: undone.changeId! });
    expect(change).toMatchObject({ kind: 'revert', counts: { values: 2, keysArchived: 1 } });
    const again = await revert(undone.changeId!);
    expect(again.counts).toMatchObject({ values: 2, keysRestored: 1, conflicts: 0 });
    expect(await storedTexts(app, projectId, 'en')).toEqual([
      ['a', 'A2'],
      ['b', 'B'],
      ['c', 'C'],
    ]);
  });

  it('skips and lists values that others changed later, and writes nothing if `conflicts` is fail', async () => {
    await bringNew({ a: 'A', b: 'B' });
    const changeId = await bring({ a: 'A2', b: 'B2', c: 'C' });
    await bring({ c: 'German' }, 'de');
    const { id } = await findValue('b');
    await i18n().values.update({ projectId, valueId: id!, text: 'by hand' });
    const count = (await i18n().changes.list({ projectId })).data.length;
    expect(await codeOf(revert(changeId, { conflicts: 'fail' }))).toBe('conflict');
    const dry = await revert(changeId, { dryRun: true });
    expect((await i18n().changes.list({ projectId })).data).toHaveLength(count);
    const done = await revert(changeId);
    expect(done.conflicts).toMatchObject([
      { kind: 'value', key: 'b', locale: 'en', current: 'by hand', earlier: 'B' },
      { kind: 'created', key: 'c', locale: null, current: null, earlier: null },
    ]);
    expect({ ...dry, changeId: done.changeId }).toEqual(done);
    expect(dry.changeId).toBeNull();
    expect(await storedTexts(app, projectId, 'en')).toEqual([
      ['a', 'A'],
      ['b', 'by hand'],
    ]);
    expect(await storedTexts(app, projectId, 'de')).toEqual([['c', 'German']]);
  });

  it('keeps the source version of a text, so that the same translations are outdated as before', async () => {
    await bringNew({ a: 'A' });
    await bring({ a: 'translated from A' }, 'de');
    const changeId = await bring({ a: 'B' });
    const german = async () =>
      (await i18n().values.list({ projectId, locale: 'de' })).data[0]!.outdated;
    expect(await german()).toBe(true);
    const { changeId: undone } = await revert(changeId);
    expect(await german()).toBe(false);
    await revert(undone!);
    expect(await german()).toBe(true);
    await revert(changeId);
    const next = await bring({ a: 'C' });
    expect(await german()).toBe(true);
    await revert(next);
    expect(await german()).toBe(false);
  });

  it('restores names, descriptions, tags and lengths, unless the name is taken', async () => {
    await bringNew({ a: 'A' });
    const keyId = (await i18n().keys.list({ projectId })).data[0]!.id;
    const fields = { description: 'said', tags: ['t'], maxLength: 9 };
    await i18n().keys.update({ projectId, keyId, ...fields });
    await i18n().keys.update({ projectId, keyId, name: 'renamed' });
    const [renaming, describing] = (await i18n().changes.list({ projectId })).data;
    const { counts } = await revert(describing!.id);
    expect(counts).toMatchObject({ keysEdited: 1, conflicts: 0 });
    expect((await i18n().keys.list({ projectId })).data[0]).toMatchObject({
      name: 'renamed',
      description: '',
      tags: [],
      maxLength: null,
    });
    await i18n().keys.create({ projectId, name: 'a' });
    const { conflicts } = await revert(renaming!.id);
    expect(conflicts).toMatchObject([{ kind: 'edited', key: 'renamed' }]);
  });

  it('counts a plural family once after its renaming is reverted', async () => {
    await bringNew({ f_one: 'one', f_other: 'other', plain: 'text' });
    const { data: keys } = await i18n().keys.list({ projectId });
    const edit = { name: 'g', translatable: false };
    await i18n().keys.bulk({ projectId, select: { keyIds: [keys[0]!.id] }, action: { edit } });
    const [renaming] = (await i18n().changes.list({ projectId, limit: 1 })).data;
    expect((await revert(renaming!.id)).counts).toMatchObject({ keysEdited: 2, conflicts: 0 });
    expect(await readCounted(app, projectId)).toEqual(await readTruth(app, tenant, projectId));
    expect((await i18n().keys.list({ projectId })).data).toMatchObject([
      { name: 'f_one', pluralFamily: 'f', translatable: true },
      { name: 'f_other', pluralFamily: 'f', translatable: true },
      { name: 'plain', pluralFamily: null, translatable: true },
    ]);
  });

  it('changes nothing the second time, and repeats the response for the same idempotency key', async () => {
    await bringNew({ a: 'A' });
    const changeId = await bring({ a: 'B' });
    const call = () =>
      i18n().changes.revert({ projectId, changeId }, { idempotencyKey: `revert-${changeId}` });
    const [first, second] = [await call(), await call()];
    expect(second.data).toEqual(first.data);
    expect(await revert(changeId)).toMatchObject({
      changeId: null,
      counts: { values: 0, unchanged: 1, conflicts: 0 },
    });
  });

  it('refuses an unknown change, a change of another project, and a change of an older service version', async () => {
    const changeId = await bringNew({ a: 'A' });
    expect(await codeOf(revert(crypto.randomUUID()))).toBe('not_found');
    const other = await createProject(tenant.client);
    const foreign = i18n().changes.revert({ projectId: other.id, changeId });
    expect(await codeOf(foreign)).toBe('not_found');
    await app.db
      .updateTable('change')
      .set({ is_recorded: false })
      .where('id', '=', changeId)
      .execute();
    expect(await codeOf(revert(changeId))).toBe('conflict');
  });

  it('reverts 10,000 values with as many statements per value as 1,000', async () => {
    const texts = (count: number, text: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`k${index}`, `${text} ${index}`]),
      );
    const countedRevert = async (count: number): Promise<number> => {
      await bringNew(texts(count, 'old'));
      const changeId = await bring(texts(count, 'new'));
      const query = vi.spyOn(pg.Client.prototype, 'query');
      try {
        const { counts } = await revert(changeId);
        expect(counts.values).toBe(count);
        return query.mock.calls.length;
      } finally {
        query.mockRestore();
      }
    };
    const [few, many] = [await countedRevert(1_000), await countedRevert(10_000)];
    expect(many).toBeLessThan(few * 5);
  });
});
