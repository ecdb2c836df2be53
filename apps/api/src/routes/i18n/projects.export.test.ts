import type { ExportedFile, ExportedFiles, Project } from '@parlance/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import { codeOf, createProject, createTenant, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { createFilledProject } from '../../../test/content/filled-project.ts';
import { bring } from '../../../test/content/import.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

type ExportInput = Parameters<Tenant['client']['i18n']['projects']['export']>[0];

const exportOne = async (input: ExportInput): Promise<ExportedFile> => {
  const { data } = await tenant.client.i18n.projects.export(input);
  return data as ExportedFile;
};

describe('i18n.projects.export', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createFilledProject(tenant.client);
  });

  describe('in the envelope', () => {
    it('returns JSON as an object in the order of the keys, flat by default', async () => {
      const file = await exportOne({ projectId: project.id, locale: 'de', format: 'json' });
      expect(file).toEqual({
        locale: 'de',
        format: 'json',
        filename: 'de.json',
        contentType: 'application/json',
        content: { 'home.title': 'Start', b: 'Tschüs' },
        count: 2,
      });
      expect(Object.keys(file.content)).toEqual(['home.title', 'b']);
    });

    it('nests the texts at the separator', async () => {
      const file = await exportOne({
        projectId: project.id,
        locale: 'en',
        format: 'json',
        shape: 'nested',
      });
      expect(file.content).toEqual({ home: { title: 'Home', hint: 'Go, now' }, b: 'Bye' });
      expect(file.count).toBe(3);
    });

    it('returns nested YAML of a Ruby project as Rails loads it', async () => {
      const { id: projectId } = await createProject(tenant.client, {
        settings: { messageFormat: 'ruby' },
      });
      const content = 'de:\n  number:\n    precision: 3\n  user:\n    one: "x"\n    other: "y"\n';
      const file = { projectId, locale: 'de', format: 'yaml' as const };
      await tenant.client.i18n.projects.import({ ...file, content });
      expect((await exportOne({ ...file, shape: 'nested' })).content).toBe(content);
    });

    it('returns CSV and YAML as a string', async () => {
      const csv = await exportOne({ projectId: project.id, locale: 'en', format: 'csv' });
      expect(csv).toMatchObject({ filename: 'en.csv', contentType: 'text/csv', count: 3 });
      expect(csv.content).toBe(
        'key,en,description\r\nhome.title,Home,The page\r\nhome.hint,"Go, now",\r\nb,Bye,\r\n',
      );
      const yaml = await exportOne({ projectId: project.id, locale: 'de', format: 'yaml' });
      expect(yaml).toMatchObject({
        filename: 'de.yaml',
        contentType: 'application/yaml',
        content: 'home.title: "Start"\nb: "Tschüs"\n',
        count: 2,
      });
    });

    it('returns XLIFF with source, target, state and notes, including untranslated texts', async () => {
      const file = await exportOne({ projectId: project.id, locale: 'de', format: 'xliff' });
      expect(file).toMatchObject({
        filename: 'de.xlf',
        contentType: 'application/xliff+xml',
        count: 2,
      });
      const content = String(file.content);
      expect(content).toContain('xliff:document:1.2" version="1.2"');
      expect(content).toMatch(
        /<source>Home<[\s\S]*<target state="signed-off">Start<[\s\S]*The page/,
      );
      expect(content).toContain('<source>Go, now</source>');
      for (const [xliffVersion, namespace] of [
        ['2.0', '2.0'],
        ['2.1', '2.0'],
        ['2.2', '2.2'],
      ] as const) {
        const ask = { projectId: project.id, locale: 'de', format: 'xliff', xliffVersion } as const;
        const newer = String((await exportOne(ask)).content);
        const versions = `xliff:document:${namespace}" version="${xliffVersion}"`;
        expect(newer).toContain(`${versions} srcLang="en" trgLang="de"`);
        expect(newer).toMatch(/The page[\s\S]*state="reviewed"[\s\S]*<target>Start</);
      }
    });

    it('returns a file for external translation with source texts and empty translations', async () => {
      const ask = { projectId: project.id, locale: 'de', handOff: true } as const;
      expect((await exportOne({ ...ask, format: 'csv' })).content).toBe(
        'key,en,de,description\r\nhome.title,Home,Start,The page\r\nhome.hint,"Go, now",,\r\nb,Bye,Tschüs,\r\n',
      );
      const copies = [
        ['1.2', '<target state="needs-translation">Go, now</target>'],
        ['2.0', '<target>Go, now</target>'],
      ] as const;
      for (const [xliffVersion, copy] of copies) {
        const { content } = await exportOne({ ...ask, format: 'xliff', xliffVersion });
        expect(content).toContain(copy);
        const own = await createProject(tenant.client);
        await bring(tenant, own, String(content), { locale: 'de', format: 'xliff' });
        const back = await exportOne({ projectId: own.id, locale: 'de', format: 'json' });
        expect(back.content).toEqual({ 'home.title': 'Start', b: 'Tschüs' });
      }
      const refused = exportOne({ ...ask, format: 'po' });
      await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
    });

    it('returns a PO file without wrapped lines on request', async () => {
      const own = await createProject(tenant.client);
      const long = 'A sentence of many words that needs more than eighty columns '.repeat(2);
      await bring(tenant, own, { long });
      const ask = { projectId: own.id, locale: 'en', format: 'po' } as const;
      expect((await exportOne(ask)).content).toContain('msgid "long"\nmsgstr ""\n"A sentence');
      const { content } = await exportOne({ ...ask, poWrap: false });
      expect(content).toContain(`msgid "long"\nmsgstr "${long}"`);
    });

    it('returns the source locale in XLIFF without targets', async () => {
      const file = await exportOne({ projectId: project.id, locale: 'en', format: 'xliff' });
      expect(String(file.content)).not.toContain('trgLang');
      expect(file.count).toBe(3);
    });

    it('returns each of several locales as a file', async () => {
      const { data } = await tenant.client.i18n.projects.export({
        projectId: project.id,
        locales: ['de', 'en', 'de'],
        format: 'json',
      });
      const { format, files } = data as ExportedFiles;
      expect(format).toBe('json');
      expect(files.map(({ locale, filename, count }) => [locale, filename, count])).toEqual([
        ['de', 'de.json', 2],
        ['en', 'en.json', 3],
      ]);
      expect(files[0]?.content).toEqual({ 'home.title': 'Start', b: 'Tschüs' });
    });

    it('filters by the given states and prefix', async () => {
      const ask = async (more: Partial<ExportInput>) =>
        (await exportOne({ projectId: project.id, locale: 'de', format: 'json', ...more } as never))
          .content;
      expect(await ask({ states: ['reviewed'] })).toEqual({ 'home.title': 'Start' });
      expect(await ask({ states: ['reviewed', 'needs_review'] })).toEqual({
        'home.title': 'Start',
        b: 'Tschüs',
      });
      expect(await ask({ states: ['translated'] })).toEqual({});
      expect(await ask({ keyPrefix: 'home.' })).toEqual({ 'home.title': 'Start' });
      expect(await ask({ keyPrefix: '%' })).toEqual({});
    });

    it('omits keys without a matching text from XLIFF if states are given', async () => {
      const file = await exportOne({
        projectId: project.id,
        locale: 'de',
        format: 'xliff',
        states: ['needs_review'],
      });
      expect(file.count).toBe(1);
      expect(String(file.content).match(/<trans-unit /g)).toHaveLength(1);
      expect(String(file.content)).toContain('<source>Bye</source>');
    });

    it('escapes spreadsheet formulas only on request', async () => {
      const own = await createProject(tenant.client);
      const content = { a: '=1+1', b: '24 hours' };
      await tenant.client.i18n.projects.import({ projectId: own.id, locale: 'en', content });
      const ask = { projectId: own.id, locale: 'en', format: 'csv' } as const;
      expect((await exportOne(ask)).content).toBe('key,en\r\na,=1+1\r\nb,24 hours\r\n');
      expect((await exportOne({ ...ask, csvSafe: true })).content).toBe(
        "key,en\r\na,'=1+1\r\nb,24 hours\r\n",
      );
      const { content: file } = await exportOne({ ...ask, csvSafe: true });
      const bring = (format: 'csv' | 'json', csvSafe: boolean) =>
        tenant.client.i18n.projects.import({
          projectId: own.id,
          locale: 'en',
          format,
          csvSafe,
          dryRun: true,
          content: String(file),
        });
      expect((await bring('csv', true)).data.values).toMatchObject({ unchanged: 2, updated: 0 });
      expect((await bring('csv', false)).data.values).toMatchObject({ unchanged: 1, updated: 1 });
      expect(await codeOf(bring('json', true))).toBe('validation_failed');
    });

    it('omits archived keys', async () => {
      const own = await createProject(tenant.client);
      const bring = (content: Record<string, string>, prune = false) =>
        tenant.client.i18n.projects.import({ projectId: own.id, locale: 'en', content, prune });
      await bring({ a: '1', b: '2', c: '3' });
      await bring({ a: '1', c: '3' }, true);
      const file = await exportOne({ projectId: own.id, locale: 'en', format: 'json' });
      expect(file.content).toEqual({ a: '1', c: '3' });
      expect(file.count).toBe(2);
    });

    it('returns files of an empty project that can be imported', async () => {
      const own = await createProject(tenant.client);
      for (const format of [
        'json',
        'csv',
        'yaml',
        'xliff',
        'strings',
        'stringsdict',
        'xcstrings',
        'properties',
        'arb',
        'formatjs',
        'chrome',
        'resx',
      ] as const) {
        for (const shape of ['flat', 'nested'] as const) {
          const file = await exportOne({ projectId: own.id, locale: 'en', format, shape });
          expect(file.count).toBe(0);
          await tenant.client.i18n.projects.import({
            projectId: own.id,
            locale: 'en',
            format,
            content: file.content as never,
          });
        }
      }
    });
  });

  describe('with invalid input', () => {
    it('refuses a locale that the project lacks and an invalid tag', async () => {
      const ask = (locale: string) =>
        refusalOf(
          tenant.client.i18n.projects.export({ projectId: project.id, locale, format: 'json' }),
        );
      expect(await ask('fr')).toMatchObject({
        code: 'not_found',
        detail: expect.stringContaining('fr'),
      });
      expect(await ask('not a tag')).toMatchObject({ code: 'validation_failed' });
    });

    it('answers not_found for a project of another owner', async () => {
      const stranger = await createTenant(app);
      const calling = stranger.client.i18n.projects.export({
        projectId: project.id,
        locale: 'de',
        format: 'json',
      });
      expect(await refusalOf(calling)).toMatchObject({ code: 'not_found' });
    });

    it.each([
      ['no locale', { format: 'json' }],
      ['both forms', { locale: 'de', locales: ['de'], format: 'json' }],
      ['no locales', { locales: [], format: 'json' }],
      ['no format', { locale: 'de' }],
      ['another format', { locale: 'de', format: 'docx' }],
      ['another shape', { locale: 'de', format: 'json', shape: 'deep' }],
      ['no states', { locale: 'de', format: 'json', states: [] }],
      ['another version of XLIFF', { locale: 'de', format: 'xliff', xliffVersion: '3.0' }],
      ['an unknown member', { locale: 'de', format: 'json', sort: 'name' }],
    ])('refuses a request with %s', async (_what, body) => {
      const calling = tenant.client.i18n.projects.export({
        projectId: project.id,
        ...body,
      } as never);
      expect(await refusalOf(calling)).toMatchObject({ code: 'validation_failed' });
    });
  });

  it('releases its database connection when the client disconnects', async () => {
    const own = await createProject(tenant.client);
    const text = 'x'.repeat(5000);
    const content = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`k${index}`, text]),
    );
    await tenant.client.i18n.projects.import({ projectId: own.id, locale: 'en', content });
    for (let round = 0; round < 15; round++) {
      const leaving = new AbortController();
      const response = await tenant.client.i18n.projects.export(
        { projectId: own.id, locale: 'en', format: 'json' },
        { raw: 'application/json; profile=raw', signal: leaving.signal },
      );
      expect(response.status).toBe(200);
      leaving.abort();
      await response.body?.cancel().catch(() => {});
    }
    const file = await exportOne({ projectId: own.id, locale: 'en', format: 'json' });
    expect(file.count).toBe(1000);
  });

  it('reads one snapshot while an import runs concurrently', async () => {
    const own = await createProject(tenant.client);
    const edition = (mark: string) =>
      Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`k${index}`, mark]));
    const bring = (mark: string) =>
      tenant.client.i18n.projects.import({
        projectId: own.id,
        locale: 'en',
        content: edition(mark),
      });
    await bring('0');
    let isRunning = true;
    const importing = (async () => {
      for (let round = 1; round <= 3; round++) await bring(String(round));
      isRunning = false;
    })();
    while (isRunning) {
      const file = await exportOne({ projectId: own.id, locale: 'en', format: 'json' });
      expect(new Set(Object.values(file.content as Record<string, string>)).size).toBe(1);
      expect(file.count).toBe(4000);
    }
    await importing;
  });
});
