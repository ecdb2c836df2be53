import type { ExportedFile, Project } from '@parlance/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { createFilledProject } from '../../../test/content/filled-project.ts';
import { readZip } from '../../../test/content/zip.ts';

let tenant: Tenant;
describeTenant(
  (given) => {
    ({ tenant } = given);
  },
  { works: false },
);

type ExportInput = Parameters<Tenant['client']['i18n']['projects']['export']>[0];

const exportOne = async (input: ExportInput): Promise<ExportedFile> => {
  const { data } = await tenant.client.i18n.projects.export(input);
  return data as ExportedFile;
};

const exportRaw = (input: ExportInput, accept: string, headers: Record<string, string> = {}) =>
  tenant.client.i18n.projects.export(input, { raw: accept, headers });

describe('i18n.projects.export', () => {
  let project: Project;
  beforeAll(async () => {
    project = await createFilledProject(tenant.client);
  });

  describe('as the file itself', () => {
    it.each([
      ['json', 'application/json; profile=raw', 'application/json; profile=raw', 'de.json'],
      ['csv', 'text/csv', 'text/csv; charset=utf-8', 'de.csv'],
      ['yaml', 'application/yaml', 'application/yaml', 'de.yaml'],
      ['yaml', 'text/yaml', 'application/yaml', 'de.yaml'],
      ['xliff', 'application/xliff+xml', 'application/xliff+xml', 'de.xlf'],
      [
        'android',
        'application/vnd.android.strings+xml',
        'application/vnd.android.strings+xml',
        'de.xml',
      ],
      ['resx', 'text/microsoft-resx', 'text/microsoft-resx; charset=utf-8', 'de.resx'],
      ['arb', 'application/vnd.flutter.arb+json', 'application/vnd.flutter.arb+json', 'de.arb'],
      [
        'formatjs',
        'application/vnd.formatjs.messages+json',
        'application/vnd.formatjs.messages+json',
        'de.json',
      ],
      ['strings', 'text/x-strings', 'text/x-strings; charset=utf-8', 'de.strings'],
      [
        'properties',
        'text/x-java-properties',
        'text/x-java-properties; charset=utf-8',
        'de.properties',
      ],
      ['stringsdict', 'application/x-plist', 'application/x-plist', 'de.stringsdict'],
      [
        'xcstrings',
        'application/vnd.apple.xcstrings+json',
        'application/vnd.apple.xcstrings+json',
        'de.xcstrings',
      ],
    ] as const)('returns %s for %s', async (format, accept, type, filename) => {
      const response = await exportRaw({ projectId: project.id, locale: 'de', format }, accept);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="${filename}"`,
      );
      const enveloped = await exportOne({ projectId: project.id, locale: 'de', format });
      const text = await response.text();
      if (format === 'json') expect(JSON.parse(text)).toEqual(enveloped.content);
      else expect(text).toBe(enveloped.content);
    });

    it('returns several locales as one CSV', async () => {
      const response = await exportRaw(
        { projectId: project.id, locales: ['de', 'en'], format: 'csv' },
        'text/csv',
      );
      expect(await response.text()).toBe(
        'key,de,en,description\r\nhome.title,Start,Home,The page\r\nhome.hint,,"Go, now",\r\nb,Tschüs,Bye,\r\n',
      );
      expect(response.headers.get('content-disposition')).toContain('translations.csv');
    });

    it.each(['application/yaml', 'application/zip'])(
      'returns several locales of another format as a ZIP archive for %s',
      async (accept) => {
        const response = await exportRaw(
          { projectId: project.id, locales: ['de', 'en'], format: 'yaml' },
          accept,
        );
        expect(response.headers.get('content-type')).toBe('application/zip');
        const files = readZip(Buffer.from(await response.arrayBuffer()));
        expect([...files.keys()]).toEqual(['de.yaml', 'en.yaml']);
        expect(files.get('de.yaml')).toBe('home.title: "Start"\nb: "Tschüs"\n');
      },
    );

    it('answers 406 if Accept matches no type', async () => {
      const one = { projectId: project.id, locale: 'de', format: 'json' } as const;
      expect(await refusalOf(exportRaw(one, 'text/csv'))).toMatchObject({ code: 'not_acceptable' });
      expect(await refusalOf(exportRaw(one, 'application/zip'))).toMatchObject({
        code: 'not_acceptable',
      });
      expect(await refusalOf(exportRaw(one, 'application/json;q=0'))).toMatchObject({
        code: 'not_acceptable',
        detail: expect.stringContaining('application/json; profile=raw'),
      });
    });

    it('has an ETag that changes exactly with the content', async () => {
      const own = await createFilledProject(tenant.client);
      const ask = { projectId: own.id, locale: 'de', format: 'csv' } as const;
      const etagOf = async (input: ExportInput = ask, accept = 'text/csv') => {
        const response = await exportRaw(input, accept);
        await response.text();
        return response.headers.get('etag')!;
      };
      const first = await etagOf();
      expect(first).toMatch(/^"[^"]+"$/);
      expect(await etagOf()).toBe(first);
      const same = await exportRaw(ask, 'text/csv', { 'If-None-Match': `"x", W/${first}` });
      expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', first]);
      expect(await etagOf({ ...ask, csvSafe: true })).not.toBe(first);
      expect(await etagOf({ ...ask, locale: 'en' })).not.toBe(first);

      const bring = (content: string) =>
        tenant.client.i18n.projects.import({
          projectId: own.id,
          locale: 'de',
          format: 'csv',
          content,
        });
      await bring('key,de\nb,Ciao\n');
      const second = await etagOf();
      expect(second).not.toBe(first);
      const changed = await exportRaw(ask, 'text/csv', { 'If-None-Match': first });
      expect(changed.status).toBe(200);
      await changed.text();
      await bring('key,de,description\nb,Ciao,A word\n');
      const third = await etagOf();
      expect(third).not.toBe(second);
      await bring('key,de\nb,Tschüs\n');
      expect(await etagOf()).not.toBe(first);
    });

    it('includes the source texts of XLIFF in the ETag', async () => {
      const own = await createFilledProject(tenant.client);
      const ask = { projectId: own.id, locale: 'de', format: 'xliff' } as const;
      const etagOf = async () =>
        (await exportRaw(ask, 'application/xliff+xml')).headers.get('etag');
      const first = await etagOf();
      await tenant.client.i18n.projects.import({
        projectId: own.id,
        locale: 'en',
        content: { b: 'So long' },
      });
      expect(await etagOf()).not.toBe(first);
    });
  });
});
