import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createProject,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

type Fields = Omit<Parameters<Tenant['client']['i18n']['keys']['create']>[0], 'projectId'>;
type Patch = Omit<Parameters<Tenant['client']['i18n']['keys']['update']>[0], 'projectId' | 'keyId'>;
type Filter = Omit<Parameters<Tenant['client']['i18n']['keys']['list']>[0], 'projectId'>;

const create = async (fields: Fields) =>
  (await tenant.client.i18n.keys.create({ projectId, ...fields })).data;
const update = async (keyId: string, patch: Patch) =>
  (await tenant.client.i18n.keys.update({ projectId, keyId, ...patch })).data;
const remove = async (keyId: string) =>
  (await tenant.client.i18n.keys.delete({ projectId, keyId })).data;
const names = async (filter: Filter = {}) =>
  (await tenant.client.i18n.keys.list({ projectId, ...filter })).data.map(({ name }) => name);
const values = async () => (await tenant.client.i18n.values.list({ projectId })).data;
const importTexts = (content: Record<string, string>, locale = 'en') =>
  tenant.client.i18n.projects.import({ projectId, locale, content });
const countsOf = async (code: string) => {
  const { data } = await tenant.client.i18n.locales.list({ projectId });
  return data.find((locale) => locale.code === code)?.counts;
};

describe('i18n.keys.list', () => {
  it('lists keys in the order of the file, with later keys last', async () => {
    await importTexts({ z: '1', a: '2', m: '3' });
    await create({ name: 'b' });
    await importTexts({ c: '4', a: '2' });
    expect(await names()).toEqual(['z', 'a', 'm', 'b', 'c']);
  });

  it('finds keys by parts of names in any language and case, by prefixes and by tags', async () => {
    await importTexts({
      'menu.Öffnen': '1',
      'menu.close': '2',
      'МЕНЮ.файл': '3',
      '菜单.打开': '4',
    });
    await create({ name: 'menu', tags: ['ui', 'Menu'] });
    expect(await names({ q: 'öffn' })).toEqual(['menu.Öffnen']);
    expect(await names({ q: 'меню' })).toEqual(['МЕНЮ.файл']);
    expect(await names({ q: '打' })).toEqual(['菜单.打开']);
    expect(await names({ q: '%' })).toEqual([]);
    expect(await names({ keyPrefix: 'menu.' })).toEqual(['menu.Öffnen', 'menu.close']);
    expect(await names({ tag: 'ui' })).toEqual(['menu']);
    expect(await names({ tag: 'u' })).toEqual([]);
    expect(await names({ q: 'menu', keyPrefix: 'menu.c' })).toEqual(['menu.close']);
  });

  it('omits archived keys by default', async () => {
    const { id } = await create({ name: 'a' });
    await create({ name: 'b' });
    await remove(id);
    expect(await names()).toEqual(['b']);
    expect(await names({ archived: true })).toEqual(['a', 'b']);
    expect(await names({ onlyArchived: true })).toEqual(['a']);
    expect(await names({ onlyArchived: true, q: 'b' })).toEqual([]);
  });

  it('returns the number of active keys if no filter is set', async () => {
    await importTexts({ a: '1', b_one: '2', b_other: '3', b_zero: '4' });
    await remove((await create({ name: 'gone' })).id);
    const total = async (filter: Filter) =>
      (await tenant.client.i18n.keys.list({ projectId, ...filter })).meta.total;
    expect(await total({})).toBe(4);
    expect(await total({ limit: 1 })).toBe(4);
    const filters: Filter[] = [
      { q: 'a' },
      { keyPrefix: 'b' },
      { tag: 'x' },
      { archived: true },
      { onlyArchived: true },
    ];
    for (const filter of [...filters, { updatedSince: '2020-01-31' }]) {
      expect(await total(filter)).toBeUndefined();
    }
  });

  it('finds keys that were renamed, described, reworded or archived since a time or a day', async () => {
    const ids = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (name) => (await create({ name, value: name })).id),
    );
    app.clock.advance(60_000);
    const updatedSince = app.clock.now().toISOString();
    expect(await names({ updatedSince })).toEqual([]);
    await update(ids[0]!, { name: 'z' });
    await importTexts({ b: 'B', c: 'c' });
    await remove(ids[3]!);
    expect((await names({ updatedSince })).sort()).toEqual(['b', 'z']);
    expect((await names({ updatedSince, archived: true })).sort()).toEqual(['b', 'd', 'z']);
    expect(await names({ updatedSince: '2020-01-31' })).toHaveLength(3);
    expect(await codeOf(names({ updatedSince: '2020-02-31' }))).toBe('validation_failed');
  });

  it('returns every key once on any number of pages, with and without a filter', async () => {
    const all = Array.from({ length: 2000 }, (_, index) => `key.${index}`);
    await importTexts(Object.fromEntries(all.map((name) => [name, name])));
    const read = async (filter: Filter) => {
      const rows: string[] = [];
      for await (const key of tenant.client.i18n.keys.listAll({ projectId, ...filter })) {
        rows.push(key.name);
      }
      return rows;
    };
    expect(await read({ limit: 300 })).toEqual(all);
    const sevens = all.filter((name) => name.includes('7'));
    expect(await read({ limit: 100, q: '7' })).toEqual(sevens);
    expect(await read({ limit: 1, q: '1999' })).toEqual(['key.1999']);
    expect(await codeOf(names({ cursor: 'AAAA' }))).toBe('validation_failed');
  });
});

describe('i18n.keys.create', () => {
  it('creates a key with all of its fields and its source text', async () => {
    const fields = { name: 'a', description: 'Of A', tags: ['x', 'y'], maxLength: 10 };
    const key = await create({ ...fields, value: 'Text' });
    expect(key).toMatchObject({ ...fields, previousNames: [], pluralFamily: null });
    expect(await values()).toMatchObject([
      { key: 'a', locale: 'en', text: 'Text', state: 'translated', origin: 'manual', version: 1 },
    ]);
    expect(await countsOf('en')).toEqual({ translated: 1, needsReview: 0, missing: 0 });
    await create({ name: 'b' });
    expect(await countsOf('en')).toEqual({ translated: 1, needsReview: 0, missing: 1 });
  });

  it('refuses a name that is taken, even by an archived key, and names the key', async () => {
    const { id } = await create({ name: 'a' });
    const refusal = { code: 'conflict', detail: expect.stringContaining(`the name a (${id})`) };
    await expect(create({ name: 'a' })).rejects.toMatchObject(refusal);
    await remove(id);
    await expect(create({ name: 'a' })).rejects.toMatchObject(refusal);
  });

  it('creates one key for many concurrent requests with the same name', async () => {
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => codeOf(create({ name: 'a', value: 'A' }))),
    );
    expect(codes.filter((code) => code === 'no error')).toHaveLength(1);
    expect(await countsOf('en')).toEqual({ translated: 1, needsReview: 0, missing: 0 });
  });

  it('accepts any name: prototypes, 2,048 characters, right-to-left text, line breaks', async () => {
    const odd = [
      '__proto__',
      'constructor',
      `${'x'.repeat(2047)}1`,
      `${'x'.repeat(2047)}2`,
      '𝒳'.repeat(2048),
      'قائمة.فتح',
      'a\nb',
      ' ',
      'a',
      'A',
    ];
    for (const name of odd) await create({ name, value: name });
    expect(await names()).toEqual(odd);
    expect((await values()).map(({ key, text }) => [key, text])).toEqual(
      odd.map((name) => [name, name]),
    );
    expect(await codeOf(create({ name: 'x'.repeat(2049) }))).toBe('validation_failed');
    expect(await codeOf(create({ name: '' }))).toBe('validation_failed');
    expect(await codeOf(create({ name: 'a\0b' }))).toBe('validation_failed');
  });

  it('groups names with the plural categories of the source into a plural family as soon as the family is complete', async () => {
    await tenant.client.i18n.locales.create({ projectId, code: 'ja' });
    const one = await create({ name: 'item_one', value: 'one' });
    expect(one.pluralFamily).toBeNull();
    expect((await countsOf('ja'))?.missing).toBe(1);
    const other = await create({ name: 'item_other', value: 'other' });
    expect(other.pluralFamily).toBe('item');
    expect((await update(one.id, { description: 'd' })).pluralFamily).toBe('item');
    expect((await countsOf('ja'))?.missing).toBe(1);
    await remove(other.id);
    expect((await update(one.id, { description: '' })).pluralFamily).toBeNull();
  });
});

describe('i18n.keys.update', () => {
  it('renames a key, keeps its values and history, and remembers the old name', async () => {
    const { id } = await create({ name: 'old', value: 'Text' });
    const [value] = await values();
    const renamed = await update(id, { name: 'new' });
    expect(renamed).toMatchObject({ id, name: 'new', previousNames: ['old'] });
    expect(await values()).toMatchObject([{ ...value, key: 'new' }]);
    app.clock.advance(1);
    expect((await update(id, { name: 'newer' })).previousNames).toEqual(['old', 'new']);
    expect((await update(id, { name: 'old' })).previousNames).toEqual(['new', 'newer']);
  });

  it('lets a file with the old name change the renamed key, with a warning', async () => {
    const { id } = await create({ name: 'old', value: 'Text' });
    await update(id, { name: 'new' });
    const { data } = await importTexts({ old: 'Changed' });
    expect(data.warnings).toMatchObject([{ path: 'old', code: 'renamed_key' }]);
    expect(await values()).toMatchObject([{ keyId: id, key: 'new', text: 'Changed' }]);
  });

  it('resolves a former name to the key that has the name now', async () => {
    const first = await create({ name: 'old' });
    await update(first.id, { name: 'new' });
    const second = await create({ name: 'old' });
    expect((await update(first.id, { description: 'd' })).previousNames).toEqual([]);
    await importTexts({ old: 'Text' });
    expect(await values()).toMatchObject([{ keyId: second.id }]);
    const third = await create({ name: 'third' });
    await update(second.id, { name: 'moved' });
    await update(third.id, { name: 'old' });
    expect((await update(second.id, { description: 'd' })).previousNames).toEqual([]);
  });

  it('refuses a name that is in use, even by an archived key', async () => {
    const { id } = await create({ name: 'a' });
    const other = await create({ name: 'b' });
    const refusal = { code: 'conflict', detail: expect.stringContaining(other.id) };
    await expect(update(id, { name: 'b' })).rejects.toMatchObject(refusal);
    await remove(other.id);
    await expect(update(id, { name: 'b' })).rejects.toMatchObject(refusal);
    expect((await update(id, { name: 'a' })).previousNames).toEqual([]);
  });

  it('changes description, tags and length, and changes nothing if nothing differs', async () => {
    const key = await create({ name: 'a', tags: ['x'] });
    app.clock.advance(1000);
    expect(await update(key.id, { tags: ['x'], description: '', maxLength: null })).toEqual(key);
    const changed = await update(key.id, { description: 'd', tags: ['y', 'x'], maxLength: 5 });
    expect(changed).toMatchObject({ description: 'd', tags: ['y', 'x'], maxLength: 5 });
    expect(changed.updatedAt > key.updatedAt).toBe(true);
    expect(await update(key.id, { maxLength: null, tags: [] })).toMatchObject({
      maxLength: null,
      tags: [],
    });
  });

  it('restores an archived key with its values, and rejects other changes unless the same request restores the key', async () => {
    const { id } = await create({ name: 'a', value: 'A' });
    await remove(id);
    expect(await countsOf('en')).toEqual({ translated: 0, needsReview: 0, missing: 0 });
    expect(await codeOf(update(id, { name: 'b' }))).toBe('archived');
    expect(await update(id, { name: 'b', archived: false })).toMatchObject({
      name: 'b',
      previousNames: ['a'],
      archivedAt: null,
    });
    expect(await values()).toMatchObject([{ key: 'b', text: 'A' }]);
    expect(await countsOf('en')).toEqual({ translated: 1, needsReview: 0, missing: 0 });
  });

  it('moves a key from one plural family to another', async () => {
    await importTexts({ a_one: '1', a_other: '2', b_other: '3' });
    await importTexts({ a_one: '1' }, 'ja');
    const idOf = async (name: string) =>
      (await tenant.client.i18n.keys.list({ projectId })).data.find((key) => key.name === name)!.id;
    expect(await countsOf('ja')).toEqual({ translated: 0, needsReview: 0, missing: 2 });
    expect((await update(await idOf('a_one'), { name: 'b_one' })).pluralFamily).toBe('b');
    expect(await countsOf('ja')).toEqual({ translated: 0, needsReview: 0, missing: 2 });
    await update(await idOf('b_one'), { name: 'plain' });
    expect(await countsOf('ja')).toEqual({ translated: 1, needsReview: 0, missing: 2 });
  });
});

describe('i18n.keys.delete', () => {
  it('archives a key once, removes it from lists, counts and exports, and keeps its history', async () => {
    const { id } = await create({ name: 'a', value: 'A' });
    await create({ name: 'b', value: 'B' });
    const valueId = (await values())[0]!.id!;
    await tenant.client.i18n.values.update({ projectId, valueId, text: 'AA' });
    const archived = await remove(id);
    expect(archived.archivedAt).not.toBeNull();
    app.clock.advance(1000);
    expect(await remove(id)).toEqual(archived);
    expect(await auditActions(app, id)).toEqual(['translation_key.archive']);
    expect((await values()).map(({ key }) => key)).toEqual(['b']);
    expect(await countsOf('en')).toEqual({ translated: 1, needsReview: 0, missing: 0 });
    const { data } = await tenant.client.i18n.history.list({ projectId, valueId });
    expect(data).toHaveLength(2);
  });

  it('answers 404 for keys of other owners and of other projects', async () => {
    const { id: keyId } = await create({ name: 'a' });
    const { keys } = (await createTenant(app)).client.i18n;
    const other = (await createProject(tenant.client)).id;
    const calls = [
      keys.list({ projectId }),
      keys.create({ projectId, name: 'b' }),
      keys.update({ projectId, keyId, name: 'b' }),
      keys.delete({ projectId, keyId }),
      tenant.client.i18n.keys.update({ projectId: other, keyId, name: 'b' }),
      tenant.client.i18n.keys.delete({ projectId: other, keyId }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'not_found'));
  });
});

describe('a plural form that is restored with another `translatable`', () => {
  it('sets `translatable` for its whole family', async () => {
    const { id: formId } = await create({ name: 'thing_one', value: '{{count}} thing' });
    await create({ name: 'thing_other', value: '{{count}} things' });
    await update(formId, { archived: true });
    await update(formId, { archived: false, translatable: false });
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    expect(keys.map(({ translatable }) => translatable)).toEqual([false, false]);
  });
});
