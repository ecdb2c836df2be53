import type { FileFormatName, Project, WarningCode } from '@parlance/contracts';
import { formatById } from '@parlance/formats';
import { describe, expect, it } from 'vitest';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { bring } from '../../../test/content/import.ts';

let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ tenant, project } = given);
  },
  { works: false },
);

type Case = [
  format: FileFormatName,
  texts: Record<string, string>,
  locales: string[],
  codes: WarningCode[],
];

describe('a warning of i18n.projects.export about a platform', () => {
  it.each<Case>([
    ['chrome', { a: 'A' }, ['en', 'zh-Hans'], ['locale_not_in_store']],
    ['chrome', { a: 'A' }, ['en', 'pt-BR'], []],
    ['arb', { a: 'A' }, ['en', 'zh-Hant', 'nb-NO'], ['fallback_missing', 'fallback_missing']],
    ['strings', { a: 'A' }, ['de', 'zh-Hant'], ['fallback_missing']],
    ['stringsdict', {}, ['en', 'de'], []],
    ['android', { a: 'A' }, ['en', 'sr-Latn', 'de-x-informal'], ['locale_rejected']],
    ['arb', { a: 'A' }, ['en', 'zh', 'zh-Hant'], []],
    ['arb', { 'menu.open': 'A', '2nd': 'B', Save: 'C' }, ['en', 'de'], ['name_not_dart']],
    ['resx', { Save: 'A', save: 'B' }, ['en', 'de'], ['names_differ_in_case']],
    ['resx', { Save: 'A', open: 'B' }, ['en', 'de'], []],
    ['json', { 'menu.open': 'A', 'menu.Open': 'B' }, ['en', 'zh-Hant'], []],
  ])(
    'reports what the tool of %s rejects or ignores for the keys of %j in the locales %j',
    async (format, texts, locales, codes) => {
      for (const locale of locales) await bring(tenant, project, texts, { locale });
      const order = { projectId: project.id, locales, format };
      const { projects } = tenant.client.i18n;
      const listed = await projects.export(order);
      expect(listed.meta.warnings.map(({ code }) => code)).toEqual(codes);
      const raw = await projects.export(order, { raw: 'application/zip' });
      await raw.arrayBuffer();
      const header = codes.length === 0 ? null : [...new Set(codes)].join(', ');
      expect(raw.headers.get('parlance-warnings')).toBe(header);
      const one = await projects.export(
        { projectId: project.id, locale: locales.at(-1)!, format },
        { raw: formatById(format)!.contentType },
      );
      await one.text();
      const ofOne = codes.filter((code) => code !== 'fallback_missing');
      expect(one.headers.get('parlance-warnings')).toBe(ofOne[0] ?? null);
    },
  );

  it.each<[FileFormatName, Record<string, string>, 'group_incomplete' | null]>([
    ['android', { 'f.one': '%d file' }, 'group_incomplete'],
    ['android', { 'f.other': '%d files' }, null],
    ['stringsdict', { 'f.one': '%d file' }, 'group_incomplete'],
    ['xcstrings', { 'f.one': '%d file' }, 'group_incomplete'],
    ['po', { 'f.other': '%d files' }, 'group_incomplete'],
    ['po', { 'f.one': '%d file', 'f.other': '%d files' }, null],
    ['arb', { 'f.one': '%d file' }, null],
  ])(
    'reports a plural group for %s only if the texts %j lack a required form',
    async (format, texts, code) => {
      const all = { 'f.one': '%d file', 'f.other': '%d files' };
      const content = { ...all, plain: 'Plain' };
      const { id: projectId } = await createProject(tenant.client, {
        settings: { messageFormat: 'ruby' },
      });
      const { projects } = tenant.client.i18n;
      await projects.import({ projectId, locale: 'en', content });
      await projects.import({ projectId, locale: 'de', content: texts });
      const { meta } = await projects.export({ projectId, locales: ['de'], format });
      const [warning] = meta.warnings.filter((warning) => warning.code === 'group_incomplete');
      expect(warning?.code ?? null).toBe(code);
      if (warning)
        expect(warning).toMatchObject({
          path: Object.keys(texts)[0],
          message: expect.stringContaining('1 text of de is'),
        });
    },
  );

  it('reports empty texts for Chrome, and is absent in formats that allow empty texts', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { projects } = tenant.client.i18n;
    await projects.import({ projectId, locale: 'en', content: { a: 'A', b: 'B', c: 'C' } });
    const content = { a: '', b: 'B', c: '' };
    await projects.import({ projectId, locale: 'de', mode: 'merge', content, allowEmpty: true });
    const warningsOf = async (format: FileFormatName, only: { keyPrefix?: string } = {}) =>
      (await projects.export({ projectId, locales: ['de'], format, ...only })).meta.warnings;
    expect(await warningsOf('chrome')).toMatchObject([
      { path: 'a', code: 'empty_message', message: expect.stringContaining('2 texts are empty') },
    ]);
    expect(await warningsOf('chrome', { keyPrefix: 'b' })).toEqual([]);
    expect(await warningsOf('json')).toEqual([]);
  });

  it('reports paths of a folder that differ only in case', async () => {
    const { id: projectId } = await createProject(tenant.client);
    const { projects } = tenant.client.i18n;
    await projects.import({
      projectId,
      locale: 'en',
      content: { 'Home.a': 'A', 'home.b': 'B', 'shop.c': 'C' },
    });
    const order = {
      projectId,
      locales: ['en'],
      format: 'json' as const,
      path: '{page}/{locale}.json',
    };
    const listed = await projects.export({ ...order, prefix: '{page}.' });
    expect(listed.meta.warnings).toMatchObject([
      { path: 'home/en.json', code: 'paths_differ_in_case' },
    ]);
  });

  it('contains names as the files of a folder contain them, without the prefix', async () => {
    const texts = { 'app.open': 'A', 'shop.Open': 'B', 'app.Save': 'C', 'app.save': 'D' };
    await bring(tenant, project, texts, { locale: 'en' });
    const order = { projectId: project.id, locales: ['en'], prefix: '{module}.' };
    const exportOf = async (format: FileFormatName, path: string) =>
      (await tenant.client.i18n.projects.export({ ...order, format, path })).meta.warnings;
    expect(await exportOf('arb', '{module}/app_{locale}.arb')).toMatchObject([
      { path: 'Open', code: 'name_not_dart', message: expect.stringContaining('2 names') },
    ]);
    expect(await exportOf('resx', '{module}/S.{locale}.resx')).toMatchObject([
      {
        path: 'save',
        code: 'names_differ_in_case',
        message: expect.stringContaining('1 name differs'),
      },
    ]);
  });
});

describe('a warning of i18n.projects.import about a platform', () => {
  it.each<[FileFormatName, string, WarningCode[]]>([
    [
      'resx',
      '<root><data name="a"><value>x</value></data><data name="A"><value>y</value></data></root>',
      ['names_differ_in_case'],
    ],
    [
      'resx',
      '<root><data name="a"><value>x</value></data><data name="A" type="System.Drawing.Icon"><value>y</value></data></root>',
      ['binary_skipped', 'names_differ_in_case'],
    ],
    ['arb', '{"@@locale":"en","menu.open":"x","ok":"y"}', ['name_not_dart']],
    ['arb', '{"@@locale":"en","menuOpen":"x","$ok_1":"y"}', []],
  ])('reports what the tool of %s rejects in %s', async (format, file, codes) => {
    const { warnings } = await bring(tenant, project, file, { locale: 'en', format });
    expect(warnings.map(({ code }) => code).sort()).toEqual(codes);
  });
});
