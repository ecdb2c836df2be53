import { findingsToMask } from '@parlance/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { ofValue } from '../../../test/content/of-value.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

type Filter = Omit<Parameters<Tenant['client']['i18n']['values']['list']>[0], 'projectId'>;
type Patch = Omit<
  Parameters<Tenant['client']['i18n']['values']['update']>[0],
  'projectId' | 'valueId'
>;

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });
const list = async (filter: Filter = {}) =>
  (await tenant.client.i18n.values.list({ projectId, ...filter })).data;
const found = async (filter: Filter) =>
  (await list(filter)).map(({ locale, key }) => `${locale}:${key}`);
const read = async (locale: string, key: string) =>
  (await list({ locale })).find((value) => value.key === key)!;
const update = async (valueId: string, patch: Patch) =>
  (await tenant.client.i18n.values.update({ projectId, valueId, ...patch })).data;
const countsOf = async (code: string) => {
  const { data } = await tenant.client.i18n.locales.list({ projectId });
  return data.find((locale) => locale.code === code)?.counts;
};

describe('i18n.values.list', () => {
  beforeEach(async () => {
    await importTexts('en', { 'menu.open': 'Open', 'menu.close': 'Close', title: 'Title' });
    await importTexts('de', { 'menu.open': 'Öffnen', title: 'Titel' });
  });

  it('lists values by locale, then in the order of the keys', async () => {
    expect(await found({})).toEqual([
      'en:menu.open',
      'en:menu.close',
      'en:title',
      'de:menu.open',
      'de:title',
    ]);
    const [first] = await list({ locale: 'DE' });
    expect(first).toMatchObject({
      key: 'menu.open',
      locale: 'de',
      text: 'Öffnen',
      state: 'translated',
      origin: 'import',
      outdated: false,
      version: 1,
      updatedBy: { type: 'api_key', id: tenant.apiKey.id, name: 'Test key' },
    });
  });

  it('filters by key, state, origin, and whether the value is outdated', async () => {
    const { id, keyId } = await read('de', 'title');
    await update(id!, { text: 'Überschrift', state: 'reviewed' });
    await importTexts('en', { 'menu.open': 'Open it' });
    expect(await found({ keyId })).toEqual(['en:title', 'de:title']);
    expect(await found({ keyId, locale: 'de' })).toEqual(['de:title']);
    expect(await found({ state: 'reviewed' })).toEqual(['de:title']);
    expect(await found({ origin: 'manual' })).toEqual(['de:title']);
    expect(await found({ origin: 'import', locale: 'de' })).toEqual(['de:menu.open']);
    expect(await found({ outdated: true })).toEqual(['de:menu.open']);
    expect(await found({ outdated: false, locale: 'de' })).toEqual(['de:title']);
  });

  it('finds parts of names and texts in any language and case', async () => {
    await importTexts('ru', { 'menu.open': 'Открыть', title: 'Заголовок 100%' });
    await importTexts('ja', { 'menu.open': '開く', title: 'タイトル' });
    expect(await found({ q: 'öFF' })).toEqual(['de:menu.open']);
    expect(await found({ q: 'ОТКР' })).toEqual(['ru:menu.open']);
    expect(await found({ q: '開' })).toEqual(['ja:menu.open']);
    expect(await found({ q: '%' })).toEqual(['ru:title']);
    expect(await found({ q: 'TITLE', locale: 'ja' })).toEqual(['ja:title']);
    expect(await found({ q: '\\' })).toEqual([]);
    expect(await found({ keyPrefix: 'menu.', locale: 'ja' })).toEqual(['ja:menu.open']);
    expect(await found({ keyPrefix: 'enu.' })).toEqual([]);
  });

  it('finds composed letters by decomposed letters, and vice versa', async () => {
    await importTexts('fr', { 'menu.open': 'Été'.normalize('NFD'), title: 'Été'.normalize('NFC') });
    await importTexts('ko', { title: '한국어'.normalize('NFD') });
    for (const form of ['NFC', 'NFD']) {
      const both = await found({ q: 'ét'.normalize(form), locale: 'fr' });
      expect(both).toEqual(['fr:menu.open', 'fr:title']);
      expect(await found({ q: '국'.normalize(form) })).toEqual(['ko:title']);
    }
  });

  it('finds values that changed since a time or a day', async () => {
    const value = await read('de', 'title');
    app.clock.advance(60_000);
    const since = app.clock.now().toISOString();
    await update(value.id!, { text: 'Neu' });
    expect(await found({ updatedSince: since })).toEqual(['de:title']);
    expect(await found({ updatedSince: '2020-01-31' })).toHaveLength(5);
    expect(await codeOf(found({ updatedSince: '2020-02-31' }))).toBe('validation_failed');
  });

  it('finds values by a finding, and rejects unknown findings', async () => {
    const { id } = await read('de', 'title');
    await app.db
      .updateTable('translation_value')
      .set({ checks: Number(findingsToMask([{ code: 'too_long' }, { code: 'tag_missing' }])) })
      .where(ofValue(id!))
      .execute();
    expect(await found({ check: 'too_long' })).toEqual(['de:title']);
    expect(await found({ check: 'icu_invalid' })).toEqual([]);
    expect(await codeOf(found({ check: 'unheard_of' }))).toBe('validation_failed');
  });

  it('lists the missing values of a locale', async () => {
    const [row] = await list({ locale: 'de', missing: true });
    const { keyId } = await read('en', 'menu.close');
    expect(row).toEqual({
      id: null,
      keyId,
      key: 'menu.close',
      locale: 'de',
      text: null,
      state: null,
      version: 0,
      sourceVersion: 0,
    });
    expect(await found({ locale: 'de', missing: true })).toEqual(['de:menu.close']);
    expect(await found({ locale: 'de', missing: true, q: 'CLOSE' })).toEqual(['de:menu.close']);
    expect(await found({ locale: 'de', missing: true, keyPrefix: 'title' })).toEqual([]);
    expect(await codeOf(found({ missing: true }))).toBe('validation_failed');
    expect(await codeOf(found({ missing: true, locale: 'de', state: 'reviewed' }))).toBe(
      'validation_failed',
    );
  });

  it('lists as missing only the plural forms that the locale needs', async () => {
    await importTexts('en', {
      a_one: '1',
      a_other: '2',
      n_ordinal_one: 'st',
      n_ordinal_two: 'nd',
      n_ordinal_few: 'rd',
      n_ordinal_other: 'th',
    });
    await tenant.client.i18n.locales.create({ projectId, code: 'ja' });
    const missing = await found({ locale: 'ja', missing: true, keyPrefix: 'a' });
    expect(missing).toEqual(['ja:a_other']);
    expect(await found({ locale: 'ja', missing: true, keyPrefix: 'n_' })).toEqual([
      'ja:n_ordinal_other',
    ]);
    expect((await found({ locale: 'ja', missing: true })).length).toBe(
      (await countsOf('ja'))?.missing,
    );
  });

  it('omits the values of archived keys', async () => {
    const { keyId } = await read('en', 'title');
    await tenant.client.i18n.keys.delete({ projectId, keyId });
    expect(await found({ locale: 'de' })).toEqual(['de:menu.open']);
    expect(await found({ keyId })).toEqual([]);
    expect(await found({ locale: 'de', missing: true })).toEqual(['de:menu.close']);
  });

  it('returns every row once on any number of pages and at the end of each locale', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `k${index}`);
    const { id } = await createProject(tenant.client);
    projectId = id;
    await importTexts('en', Object.fromEntries(names.map((name) => [name, `text ${name}`])));
    await importTexts('fr', Object.fromEntries(names.slice(0, 10).map((name) => [name, name])));
    await tenant.client.i18n.locales.create({ projectId, code: 'it' });
    await importTexts('ja', { k7: 'seven' });
    const readAll = async (filter: Filter) => {
      const rows: string[] = [];
      for await (const row of tenant.client.i18n.values.listAll({ projectId, ...filter })) {
        rows.push(`${row.locale}:${row.key}`);
      }
      return rows;
    };
    const all = [
      ...names.map((name) => `en:${name}`),
      ...names.slice(0, 10).map((name) => `fr:${name}`),
      'ja:k7',
    ];
    expect(await readAll({ limit: 500 })).toEqual(all);
    expect(await readAll({ limit: 5, q: 'k199' })).toEqual(
      all.filter((row) => row.includes('k199')),
    );
    expect(await readAll({ limit: 1, q: 'k7' })).toEqual(all.filter((row) => row.includes('k7')));
    expect(await readAll({ limit: 333, locale: 'fr', missing: true })).toEqual(
      names.slice(10).map((name) => `fr:${name}`),
    );
    const last = await tenant.client.i18n.values.list({ projectId, locale: 'fr', limit: 10 });
    expect(last.meta.nextCursor).toBeNull();
  });

  it('rejects an unknown locale, cursor and key', async () => {
    expect(await codeOf(found({ locale: 'fr' }))).toBe('not_found');
    expect(await codeOf(found({ locale: '!!' }))).toBe('validation_failed');
    expect(await codeOf(found({ cursor: 'bm9uZQ' }))).toBe('validation_failed');
    const foreign = await createProject(tenant.client);
    const { data: key } = await tenant.client.i18n.keys.create({
      projectId: foreign.id,
      name: 'k',
    });
    expect(await codeOf(found({ keyId: key.id }))).toBe('not_found');
  });
});
