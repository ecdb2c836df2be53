import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { storedTexts } from '../../../test/content/import.ts';
import { makeZip } from '../../../test/content/make-zip.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

type Input = Parameters<Tenant['client']['i18n']['files']['stage']>[0];
type Files = Readonly<Record<string, object | string>>;

const i18n = () => tenant.client.i18n;
const jsonOf = (content: object | string): string =>
  typeof content === 'string' ? content : JSON.stringify(content);
const PATTERN = { path: '{app}/{locale}.json', prefix: '{app}.' };

async function stage(files: Files, options: Partial<Input> = {}) {
  const blobs = Object.entries(files).map(([path, content]) => [path, new Blob([jsonOf(content)])]);
  const input = { projectId: project.id, ...PATTERN, ...options } as Input;
  return (await i18n().files.stage({ ...input, files: Object.fromEntries(blobs) } as Input)).data;
}

type Overrides = Parameters<Tenant['client']['i18n']['imports']['apply']>[0]['overrides'];
const apply = async (importId: string, overrides: Overrides = []) =>
  (await i18n().imports.apply({ projectId: project.id, importId, overrides })).data;

const changesOf = async (
  importId: string,
  kind?: 'added' | 'changed' | 'archived' | 'conflict',
) => {
  const { data } = await i18n().imports.changes({
    projectId: project.id,
    importId,
    limit: 500,
    ...(kind && { kind }),
  });
  return data.map(({ key, locale, before, after }) => [locale, key, before, after]);
};

const textsOf = async (locale: string) =>
  Object.fromEntries(await storedTexts(app, project.id, locale));

const SHOP: Files = {
  'shop/en.json': { pay: 'Pay', cart: 'Cart' },
  'shop/de.json': { pay: 'Zahlen', cart: 'Korb' },
  'blog/en.json': { post: 'Post' },
  'blog/de.json': { post: 'Beitrag' },
};

describe('a staged folder', () => {
  it('lists each text of all files, writes nothing before it is applied, and is applied as one change', async () => {
    await i18n().projects.import({
      projectId: project.id,
      locale: 'en',
      content: { 'shop.pay': 'Buy', 'shop.old': 'Old' },
    });
    const staged = await stage(SHOP, { prune: true });
    expect(staged).toMatchObject({
      status: 'open',
      locale: 'en',
      format: 'json',
      prune: true,
      counts: { added: 5, changed: 1, same: 0, archived: 1 },
      folder: {
        path: PATTERN.path,
        prefix: PATTERN.prefix,
        skipped: [],
        faulty: [],
        files: Object.keys(SHOP)
          .sort()
          .map((path) => ({ path, prefix: `${path.split('/')[0]}.` })),
      },
    });
    expect(await changesOf(staged.importId, 'changed')).toEqual([['en', 'shop.pay', 'Buy', 'Pay']]);
    expect(await changesOf(staged.importId, 'archived')).toEqual([[null, 'shop.old', 'Old', null]]);
    expect((await changesOf(staged.importId, 'added')).sort()).toEqual([
      ['de', 'blog.post', null, 'Beitrag'],
      ['de', 'shop.cart', null, 'Korb'],
      ['de', 'shop.pay', null, 'Zahlen'],
      ['en', 'blog.post', null, 'Post'],
      ['en', 'shop.cart', null, 'Cart'],
    ]);
    expect(await textsOf('en')).toEqual({ 'shop.pay': 'Buy', 'shop.old': 'Old' });
    const { values, keys, changeId } = await apply(staged.importId);
    expect([values, keys]).toMatchObject([
      { created: 5, updated: 1 },
      { created: 2, archived: 1 },
    ]);
    expect(await textsOf('de')).toEqual({
      'shop.pay': 'Zahlen',
      'shop.cart': 'Korb',
      'blog.post': 'Beitrag',
    });
    const { data: change } = await i18n().changes.get({
      projectId: project.id,
      changeId: changeId!,
    });
    expect(change.counts).toMatchObject({ values: 6, keysCreated: 2, keysArchived: 1 });
    expect(await refusalOf(apply(staged.importId))).toMatchObject({ code: 'conflict' });
  });

  it('writes only the texts that the decisions select from the files', async () => {
    await i18n().projects.import({
      projectId: project.id,
      locale: 'en',
      content: { 'shop.pay': 'Buy' },
    });
    const { importId } = await stage(SHOP);
    await apply(importId, [
      { take: 'project', key: 'shop.pay', locale: 'en' },
      { take: 'project', key: 'blog.post' },
      { take: 'project', key: 'shop.cart', locale: 'de' },
    ]);
    expect(await textsOf('en')).toEqual({ 'shop.pay': 'Buy', 'shop.cart': 'Cart' });
    expect(await textsOf('de')).toEqual({ 'shop.pay': 'Zahlen' });
    const { data: keys } = await i18n().keys.list({ projectId: project.id });
    expect(keys.map(({ name }) => name).sort()).toEqual(['shop.cart', 'shop.pay']);
  });

  it('creates a key that only a translation file has', async () => {
    const { importId } = await stage(SHOP);
    await apply(importId, [{ take: 'project', key: 'blog.post', locale: 'en' }]);
    expect(await textsOf('de')).toMatchObject({ 'blog.post': 'Beitrag' });
    expect(await textsOf('en')).not.toHaveProperty('blog.post');
  });

  it('refuses to overwrite later changes, and requires decisions about conflicts', async () => {
    await i18n().projects.import({
      projectId: project.id,
      locale: 'en',
      content: { 'shop.pay': 'Buy' },
    });
    const staged = await stage(SHOP, { mode: 'fail' });
    expect(staged.counts.conflict).toBe(1);
    const undecided = await refusalOf(apply(staged.importId));
    expect(undecided).toMatchObject({ code: 'import_conflict', errors: [{ path: 'shop.pay' }] });
    const { importId } = await stage(SHOP);
    const created = { projectId: project.id, name: 'blog.post', value: 'Mine' };
    await i18n().keys.create(created);
    expect(await refusalOf(apply(importId))).toMatchObject({
      code: 'import_conflict',
      errors: [
        { path: 'blog.post', file: 'blog/en.json' },
        { path: 'blog.post', file: 'blog/de.json' },
      ],
    });
    expect(await textsOf('en')).toEqual({ 'shop.pay': 'Buy', 'blog.post': 'Mine' });
  });

  it('omits the files of a ZIP archive that cannot be read or written', async () => {
    await renamePay();
    const entries = {
      'shop/en.json': '{"buy":"Buy now"}',
      'shop/de.json': '{"pay":',
      'shop/fr.json': '{"buy":"Acheter"}',
      'shop/es.json': '{"pay":"Pagar","buy":"Comprar"}',
    };
    const body = makeZip(Object.entries(entries).map(([name, content]) => ({ name, content })));
    const call = (onFault: 'fail' | 'skip') =>
      i18n().files.stage({
        projectId: project.id,
        ...PATTERN,
        onFault,
        body,
        contentType: 'application/zip',
      });
    expect(await refusalOf(call('fail'))).toMatchObject({ code: 'content_invalid' });
    const { data: staged } = await call('skip');
    expect(staged.folder).toMatchObject({
      files: [{ path: 'shop/en.json' }, { path: 'shop/fr.json' }],
      faulty: [{ path: 'shop/de.json' }, { path: 'shop/es.json' }],
    });
    const { changeId } = await apply(staged.importId);
    const { data: change } = await i18n().changes.get({
      projectId: project.id,
      changeId: changeId!,
    });
    expect(change.faulty.map(({ path }) => path)).toEqual(['shop/de.json', 'shop/es.json']);
    expect(await textsOf('fr')).toEqual({ 'shop.buy': 'Acheter' });
    expect(await textsOf('es')).toEqual({});
  });
});

/** Renames a key, so that a file with its old and its new name is refused when it is written. */
async function renamePay(): Promise<void> {
  const { data: key } = await i18n().keys.create({
    projectId: project.id,
    name: 'shop.pay',
    value: 'Buy',
  });
  await i18n().keys.update({ projectId: project.id, keyId: key.id, name: 'shop.buy' });
}

describe('i18n.files.import', () => {
  it('skips a file with a fault that only the write finds, if onFault is skip', async () => {
    await renamePay();
    const contents = {
      'shop/en.json': { buy: 'Buy now' },
      'shop/de.json': { pay: 'Zahlen', buy: 'Kaufen' },
      'shop/fr.json': { buy: 'Acheter' },
    };
    const files = Object.fromEntries(
      Object.entries(contents).map(([path, content]) => [path, new Blob([jsonOf(content)])]),
    );
    const bring = (onFault: 'fail' | 'skip') =>
      i18n().files.import({ projectId: project.id, ...PATTERN, onFault, files });
    expect(await refusalOf(bring('fail'))).toMatchObject({
      code: 'content_invalid',
      errors: [{ file: 'shop/de.json' }],
    });
    const { data } = await bring('skip');
    expect(data.faulty).toMatchObject([{ path: 'shop/de.json', isSource: false }]);
    expect(data.files.map(({ path }) => path)).toEqual(['shop/en.json', 'shop/fr.json']);
    expect([await textsOf('de'), await textsOf('fr')]).toEqual([{}, { 'shop.buy': 'Acheter' }]);
  });
});
