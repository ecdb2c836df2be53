import type { Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { bring, storedTexts } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { env: { MT_ENGINES: 'pseudo' } },
);

type Format = NonNullable<Project['settings']['messageFormat']>;

const projectOf = async (sourceLocale: string, messageFormat: Format = 'auto') =>
  (
    await tenant.client.i18n.projects.create({
      name: `${sourceLocale} ${messageFormat}`,
      sourceLocale,
      settings: { messageFormat },
    })
  ).data;

const android = (forms: Record<string, string>): string => {
  const items = Object.entries(forms).map(
    ([quantity, text]) => `<item quantity="${quantity}">${text}</item>`,
  );
  return `<resources><plurals name="files">${items.join('')}</plurals></resources>`;
};

const RUSSIAN = { one: '%d файл', few: '%d файла', many: '%d файлов', other: '%d файлов' };
const ENGLISH = { one: '%d file', other: '%d files' };

const missingIn = async ({ id: projectId }: Project, locale: string) => {
  const { data } = await tenant.client.i18n.values.list({ projectId, locale, missing: true });
  return data.map(({ key }) => key);
};

const countsOf = async ({ id: projectId }: Project, localeCode: string) => {
  const { data } = await tenant.client.i18n.locales.list({ projectId });
  return data.find(({ code }) => code === localeCode)!.counts;
};

const rowsOf = async ({ id: projectId }: Project, locale: string, query?: string) =>
  (await tenant.client.i18n.rows.list({ projectId, locales: [locale], query })).data;

describe('i18n.projects.import of plural families that the file declares', () => {
  it.each([
    ['auto', []],
    ['printf', []],
    ['icu', ['message_format_differs']],
    ['plain', []],
  ] as const)(
    'keeps a family without `other` in a project of the message format %s',
    async (format, warned) => {
      const project = await projectOf('ru', format);
      const { warnings } = await bring(tenant, project, android(RUSSIAN), {
        locale: 'ru',
        format: 'android',
      });
      expect(warnings.map(({ code }) => code)).toEqual(warned);
      const [row, ...others] = await rowsOf(project, 'ru');
      expect(others).toEqual([]);
      expect(row).toMatchObject({ key: 'files', family: { style: '.', domain: 'integer' } });
      expect(row!.source!.forms!.map(({ category }) => category)).toEqual(['one', 'few', 'many']);
      expect(await missingIn(project, 'ru')).toEqual([]);
      expect(await countsOf(project, 'ru')).toMatchObject({ translated: 3, missing: 0 });
      expect(await rowsOf(project, 'ru', 'is:missing')).toEqual([]);
    },
  );

  it('lets engines translate only the plural forms that an integer selects', async () => {
    const project = await projectOf('en');
    await bring(tenant, project, android(ENGLISH), { locale: 'en', format: 'android' });
    for (const code of ['ru', 'cs', 'fr']) {
      await tenant.client.i18n.locales.create({ projectId: project.id, code });
    }
    expect(await missingIn(project, 'ru')).toEqual(['files.one']);
    expect(await countsOf(project, 'ru')).toMatchObject({ missing: 3 });
    await tenant.client.translate.jobs.create(
      { projectId: project.id, targetLocales: ['ru', 'cs', 'fr'] },
      { waitSeconds: 30 },
    );
    const formsIn = async (locale: string) =>
      (await storedTexts(app, project.id, locale)).map(([name]) => name).sort();
    expect(await formsIn('ru')).toEqual(['files.few', 'files.many', 'files.one']);
    expect(await formsIn('cs')).toEqual(['files.few', 'files.one', 'files.other']);
    expect(await formsIn('fr')).toEqual(['files.one', 'files.other']);
    for (const locale of ['ru', 'cs', 'fr']) {
      expect(await countsOf(project, locale)).toMatchObject({ missing: 0 });
      expect(await missingIn(project, locale)).toEqual([]);
    }
  });

  it('translates a Russian source without `other` into English', async () => {
    const project = await projectOf('ru');
    await bring(tenant, project, android(RUSSIAN), { locale: 'ru', format: 'android' });
    await tenant.client.i18n.locales.create({ projectId: project.id, code: 'en' });
    await tenant.client.translate.jobs.create(
      { projectId: project.id, targetLocales: ['en'] },
      { waitSeconds: 30 },
    );
    const texts = await storedTexts(app, project.id, 'en');
    expect(texts.map(([name]) => name).sort()).toEqual(['files.one', 'files.other']);
  });

  it('keeps the family when a form is added or restored, or when the message format changes', async () => {
    const project = await projectOf('en');
    const projectId = project.id;
    await bring(tenant, project, android(ENGLISH), { locale: 'en', format: 'android' });
    await tenant.client.i18n.keys.create({ projectId, name: 'files.few', value: 'x' });
    const family = [expect.objectContaining({ key: 'files' })];
    expect(await rowsOf(project, 'en')).toEqual(family);
    await tenant.client.i18n.projects.update({ projectId, settings: { messageFormat: 'icu' } });
    expect(await rowsOf(project, 'en')).toEqual(family);
    const { data: keys } = await tenant.client.i18n.keys.list({ projectId });
    const { id: keyId } = keys.find(({ name }) => name === 'files.other')!;
    await tenant.client.i18n.keys.delete({ projectId, keyId });
    expect(await rowsOf(project, 'en')).toHaveLength(2);
    await tenant.client.i18n.keys.update({ projectId, keyId, archived: false });
    expect(await rowsOf(project, 'en')).toEqual(family);
  });

  it('turns plain keys into a family, even in a staged import', async () => {
    for (const isStaged of [false, true]) {
      const project = await projectOf('en', 'icu');
      const projectId = project.id;
      const content = { 'files.one': ENGLISH.one, 'files.other': ENGLISH.other };
      await tenant.client.i18n.projects.import({ projectId, locale: 'en', content });
      expect(await rowsOf(project, 'en')).toHaveLength(2);
      if (isStaged) {
        const { data: staged } = await tenant.client.i18n.imports.create({
          projectId,
          locale: 'en',
          format: 'android',
          content: android(ENGLISH),
        });
        await tenant.client.i18n.imports.apply({ projectId, importId: staged.importId });
      } else {
        await bring(tenant, project, android(ENGLISH), { locale: 'en', format: 'android' });
      }
      expect(await rowsOf(project, 'en')).toMatchObject([
        { key: 'files', family: { domain: 'integer' } },
      ]);
    }
  });

  it('neither checks nor counts a text of a category that no integer selects', async () => {
    const project = await projectOf('en');
    const projectId = project.id;
    await bring(tenant, project, android(ENGLISH), { locale: 'en', format: 'android' });
    await bring(tenant, project, android({ ...RUSSIAN, few: 'два', other: 'нет' }), {
      locale: 'ru',
      format: 'android',
    });
    expect(await countsOf(project, 'ru')).toMatchObject({ translated: 3, missing: 0 });
    await eventually(async () => {
      const { data } = await tenant.client.i18n.values.list({ projectId, locale: 'ru' });
      expect(data.map(({ key, checks }) => [key, checks])).toEqual(
        expect.arrayContaining([
          ['files.few', ['placeholder_missing']],
          ['files.other', []],
        ]),
      );
      expect(data).toHaveLength(4);
    });
  });

  it('lets an export write the families for Android in a project of ICU messages', async () => {
    const project = await projectOf('ru', 'icu');
    await bring(tenant, project, android(RUSSIAN), { locale: 'ru', format: 'android' });
    const { data } = await tenant.client.i18n.projects.export({
      projectId: project.id,
      locale: 'ru',
      format: 'android',
    });
    expect((data as { content: string }).content).toContain('<plurals name="files">');
    await bring(tenant, project, (data as { content: string }).content, {
      locale: 'ru',
      format: 'android',
    });
    expect(await countsOf(project, 'ru')).toMatchObject({ translated: 3, missing: 0 });
  });
});
