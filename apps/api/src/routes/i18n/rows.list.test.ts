import { findingsToMask } from '@parlance/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { ofValue } from '../../../test/content/of-value.ts';
import { runRechecks } from '../../domain/content/check/run-rechecks.ts';
import { trustedProject } from '../../domain/kernel/tenant.ts';

let app: TestApp;
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ app, tenant, projectId } = given);
  },
  { works: false },
);

type Input = Partial<Omit<Parameters<Tenant['client']['i18n']['rows']['list']>[0], 'projectId'>>;

const importTexts = (locale: string, content: Record<string, string>) =>
  tenant.client.i18n.projects.import({ projectId, locale, content });
const list = (input: Input = {}) =>
  tenant.client.i18n.rows.list({ projectId, locales: ['de'], ...input });
const found = async (query: string, locales = ['de']) =>
  (await list({ query, locales })).data.map(({ key }) => key);

describe('i18n.rows.list', () => {
  beforeEach(async () => {
    await importTexts('en', {
      'menu.open': 'Open',
      'menu.close': 'Close the menu',
      files_one: '{n} file',
      files_other: '{n} files',
      title: 'Title',
    });
    await importTexts('de', { 'menu.open': 'Öffnen', files_other: '{n} Dateien', title: 'Titel' });
  });

  it('returns a row for each key and plural family with the cells of several locales', async () => {
    await importTexts('fr', { title: 'Titre' });
    const { data, meta } = await list({ locales: ['de', 'fr'] });
    expect(data.map(({ key }) => key)).toEqual(['menu.open', 'menu.close', 'files', 'title']);
    expect(meta).toEqual({ nextCursor: null, limit: 100 });
    const [open, close, files] = data;
    expect(open).toMatchObject({
      description: '',
      tags: [],
      maxLength: null,
      family: null,
      source: { text: 'Open', state: 'translated', version: 1 },
      values: {
        de: {
          text: 'Öffnen',
          isTruncated: false,
          state: 'translated',
          origin: 'import',
          outdated: false,
          checks: [],
          updatedBy: { type: 'api_key', id: tenant.apiKey.id },
        },
        fr: null,
      },
    });
    expect(close!.values).toEqual({ de: null, fr: null });
    expect(files!.family).toMatchObject({
      style: '_',
      kind: 'cardinal',
      forms: [{ category: 'one' }, { category: 'other', keyId: files!.keyId }],
    });
    expect(files!.source).toMatchObject({
      text: '{n} files',
      forms: [{ category: 'one', text: '{n} file' }, { category: 'other' }],
    });
    expect(files!.values.de!.forms).toMatchObject([{ category: 'other', text: '{n} Dateien' }]);
  });

  it('returns the kind of number that selects a plural form', async () => {
    await importTexts('en', {
      place_ordinal_one: '{n}st',
      place_ordinal_two: '{n}nd',
      place_ordinal_few: '{n}rd',
      place_ordinal_other: '{n}th',
    });
    const [row] = (await list({ query: 'key:place' })).data;
    expect(row!.family).toMatchObject({ style: '_ordinal_', kind: 'ordinal' });
  });

  it('shows the first form of a family in a locale that lacks the form `other`', async () => {
    await importTexts('es', { files_one: '{n} archivo' });
    const [row] = (await list({ locales: ['es'], query: 'has:plural' })).data;
    expect(row!.values.es).toMatchObject({ text: '{n} archivo', forms: [{ category: 'one' }] });
  });

  it('truncates long texts at a code point, and marks the truncated texts', async () => {
    await importTexts('de', { title: '😀'.repeat(1001), 'menu.open': '😀'.repeat(1000) });
    const { data } = await list();
    const long = data.find(({ key }) => key === 'title')!.values.de;
    expect(long).toMatchObject({ text: '😀'.repeat(1000), isTruncated: true });
    const whole = data.find(({ key }) => key === 'menu.open')!.values.de;
    expect(whole).toMatchObject({ text: '😀'.repeat(1000), isTruncated: false });
  });

  it('returns the rows of keys in the order of the request, and returns the family for a plural form', async () => {
    const { data } = await list();
    const [open, , files] = data;
    const one = files!.family!.forms.find(({ category }) => category === 'one')!;
    const keyIds = [one.keyId, open!.keyId, files!.keyId];
    expect((await list({ keyIds })).data.map(({ key }) => key)).toEqual(['files', 'menu.open']);
    await tenant.client.i18n.keys.delete({ projectId, keyId: open!.keyId });
    expect((await list({ keyIds })).data.map(({ key }) => key)).toEqual(['files']);
    expect(await codeOf(list({ keyIds, query: 'a' }))).toBe('validation_failed');
  });

  it('returns a row between its neighbors, and returns fewer rows at the ends of the list', async () => {
    const { data: all } = await list();
    const idOf = (key: string) => all.find((row) => row.key === key)!.keyId;
    const around = async (key: string, limit: number) =>
      (await list({ around: idOf(key), limit })).data.map((row) => row.key);
    expect(await around('menu.close', 3)).toEqual(['menu.open', 'menu.close', 'files']);
    expect(await around('files', 2)).toEqual(['files', 'title']);
    expect(await around('title', 5)).toEqual(['menu.close', 'files', 'title']);
    expect((await list({ around: projectId })).data).toEqual([]);
    expect(await codeOf(list({ around: idOf('files'), query: 'a' }))).toBe('validation_failed');
  });

  it('returns pages in the order of the keys, with and without a filter', async () => {
    const keys: string[] = [];
    const rows = tenant.client.i18n.rows.listAll({
      projectId,
      locales: ['de'],
      limit: 1,
      query: '-key:title',
    });
    for await (const { key } of rows) keys.push(key);
    expect(keys).toEqual(['menu.open', 'menu.close', 'files']);
  });

  it('filters by the states of the values of one or all requested locales', async () => {
    await importTexts('fr', { title: 'Titre' });
    const both = ['de', 'fr'];
    expect(await found('is:missing')).toEqual(['menu.close', 'files']);
    expect(await found('is:missing', both)).toEqual(['menu.open', 'menu.close', 'files']);
    expect(await found('is:missing all:', both)).toEqual(['menu.close', 'files']);
    expect(await found('-is:missing all:', both)).toEqual(['title']);
    expect(await found('is:translated|reviewed all:', both)).toEqual(['title']);
    await importTexts('en', { title: 'New title' });
    expect(await found('is:outdated')).toEqual(['title']);
    expect(await found('origin:import')).toEqual(['menu.open', 'files', 'title']);
  });

  it('filters by names, tags, texts, writers and lengths', async () => {
    const [open] = (await list()).data;
    const keyId = open!.keyId;
    await tenant.client.i18n.keys.update({
      projectId,
      keyId,
      tags: ['old'],
      description: 'A verb',
    });
    const { data: value } = await tenant.user.client.i18n.values.put({
      projectId,
      keyId,
      localeCode: 'de',
      text: 'Aufmachen, bitte',
      state: 'reviewed',
    });
    expect(await found('key:menu.*')).toEqual(['menu.open', 'menu.close']);
    expect(await found('key:MENU.o*n')).toEqual(['menu.open']);
    expect(await found('key:MENU.* case:')).toEqual([]);
    expect(await found('tag:old|older')).toEqual(['menu.open']);
    expect(await found('has:description')).toEqual(['menu.open']);
    expect(await found('menu')).toEqual(['menu.open', 'menu.close']);
    expect(await found('source:menu')).toEqual(['menu.close']);
    expect(await found('de:"n, bitte"')).toEqual(['menu.open']);
    expect(await found('de:aufmach')).toEqual(['menu.open']);
    expect(await found('de:aufmach word:')).toEqual([]);
    expect(await found('de:AUFMACHEN word:')).toEqual(['menu.open']);
    expect(await found('de:aufmachen case:')).toEqual([]);
    expect(await found('is:reviewed by:person')).toEqual(['menu.open']);
    expect(await found('by:"test key"')).toEqual(['files', 'title']);
    expect(await found('length:>15')).toEqual(['menu.open']);
    expect(await found('changed:>=2020-01-01 changed:<2021-01-01')).toEqual([]);
    expect(await found(`changed:>=${value.updatedAt}`)).toEqual(['menu.open']);
    expect(await found('change:01890a5d-ac96-774b-bcce-b302099a8057')).toEqual([]);
  });

  it('filters by findings of checks', async () => {
    await runRechecks(app.db, trustedProject(projectId));
    const [row] = (await list({ query: 'key:title' })).data;
    await app.db
      .updateTable('translation_value')
      .set({ checks: Number(findingsToMask([{ code: 'outdated' }, { code: 'tag_missing' }])) })
      .where(ofValue(row!.values.de!.id))
      .execute();
    expect(await found('check:too_long|tag_missing')).toEqual(['title']);
    expect(await found('is:failing')).toEqual(['title']);
    const [failing] = (await list({ query: 'is:failing' })).data;
    expect(failing!.values.de!.checks).toEqual(['tag_missing', 'outdated']);
  });

  it.each([
    ['a is:gone', { start: 5, end: 9 }],
    ['😀 "open', { start: 3, end: 8 }],
    ['check:gone', { start: 0, end: 10 }],
    ['a -fr:texte', { start: 2, end: 11 }],
    ['a'.repeat(2001), undefined],
  ])('refuses the query %s with the position of the fault', async (query, at) => {
    const refused = await list({ query }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'query/query', ...(at && { at }) }],
    });
  });

  it('refuses locales and cursors that the project does not have', async () => {
    expect(await codeOf(list({ locales: ['fr'] }))).toBe('not_found');
    expect(await codeOf(list({ locales: ['x y'] }))).toBe('validation_failed');
    expect(await codeOf(list({ locales: [] }))).toBe('validation_failed');
    expect(await codeOf(list({ cursor: 'nothing' }))).toBe('validation_failed');
    expect(await codeOf(list({ limit: 201 }))).toBe('validation_failed');
    const other = await createTenant(app);
    const call = other.client.i18n.rows.list({ projectId, locales: ['de'] });
    expect(await codeOf(call)).toBe('not_found');
  });
});
