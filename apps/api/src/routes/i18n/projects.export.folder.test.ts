import type { ExportedFiles } from '@parlance/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { TestApp } from '../../../test/app/app.ts';
import { createProject, type Tenant } from '../../../test/app/build.ts';
import { describeTenant } from '../../../test/app/describe-project.ts';
import { refusalOf } from '../../../test/app/refusal.ts';
import { bring, storedTexts } from '../../../test/content/import.ts';
import { readZip } from '../../../test/content/zip.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { works: false },
);

const NAMESPACES = { path: 'locales/{locale}/{namespace}.json', prefix: '{namespace}.' };

interface Order {
  locales: string[];
  path?: string;
  prefix?: string;
  keyPrefix?: string;
  format?: 'json' | 'csv' | 'po' | 'android';
}

async function exportZip(projectId: string, order: Order): Promise<Buffer> {
  const input = { projectId, format: 'json' as const, ...order };
  const response = await tenant.client.i18n.projects.export(input, { raw: 'application/zip' });
  expect(response.headers.get('content-type')).toBe('application/zip');
  return Buffer.from(await response.arrayBuffer());
}

const textsOf = (files: Map<string, string>): Record<string, unknown> =>
  Object.fromEntries([...files].map(([name, content]) => [name, JSON.parse(content)]));

async function createShop(): Promise<string> {
  const project = await createProject(tenant.client);
  await bring(tenant, project, { 'common.save': 'Save', 'shop.cart.title': 'Cart' });
  await bring(tenant, project, { 'common.save': 'Salvar' }, { locale: 'pt-BR' });
  return project.id;
}

describe('i18n.projects.export', () => {
  describe('path', () => {
    it('writes a file for each locale and each namespace of the keys', async () => {
      const projectId = await createShop();
      const files = readZip(
        await exportZip(projectId, { locales: ['en', 'pt-BR'], ...NAMESPACES }),
      );
      expect(textsOf(files)).toEqual({
        'locales/en/common.json': { save: 'Save' },
        'locales/en/shop.json': { 'cart.title': 'Cart' },
        'locales/pt-BR/common.json': { save: 'Salvar' },
        'locales/pt-BR/shop.json': {},
      });
    });

    it('lists the files in the JSON response', async () => {
      const projectId = await createShop();
      const { data } = await tenant.client.i18n.projects.export({
        projectId,
        format: 'json',
        locales: ['pt-BR'],
        ...NAMESPACES,
      });
      expect((data as ExportedFiles).files).toMatchObject([
        { locale: 'pt-BR', filename: 'locales/pt-BR/common.json', count: 1 },
        { locale: 'pt-BR', filename: 'locales/pt-BR/shop.json', count: 0 },
      ]);
    });

    it('writes locales as the pattern spells them, and splits files that could contain all locales', async () => {
      const projectId = await createShop();
      const android = 'app/res/values{-locale:android}/strings.xml';
      const locales = ['en', 'pt-BR'];
      const xml = await exportZip(projectId, { locales, format: 'android', path: android });
      expect([...readZip(xml).keys()]).toEqual([
        'app/res/values-pt-rBR/strings.xml',
        'app/res/values/strings.xml',
      ]);
      const csv = await exportZip(projectId, { locales, format: 'csv', path: '{locale}.csv' });
      expect(readZip(csv).get('pt-BR.csv')).toBe('key,pt-BR\r\ncommon.save,Salvar\r\n');
    });

    it('changes the ETag with the pattern', async () => {
      const projectId = await createShop();
      const tagOf = async (path: string): Promise<string | null> => {
        const input = { projectId, format: 'json' as const, locales: ['en'], path };
        const { headers } = await tenant.client.i18n.projects.export(input, {
          raw: 'application/zip',
        });
        return headers.get('etag');
      };
      expect(await tagOf('{locale}.json')).toBe(await tagOf('{locale}.json'));
      expect(await tagOf('{locale}.json')).not.toBe(await tagOf('a/{locale}.json'));
    });

    it('refuses keys that belong to no file, and names the keys', async () => {
      const project = await createProject(tenant.client);
      const reasons: Record<string, RegExp | null> = {
        plain: /begin with the prefix/,
        'a.b': null,
        '../c.d': /folder without a name/,
        'e/f.g': /read as that of another key/,
        '.h': /begin with the prefix/,
        'i.': /begin with the prefix/,
        'e\u0301.j': /Unicode NFC/,
        'é.j': null,
      };
      const names = Object.keys(reasons);
      await bring(tenant, project, Object.fromEntries(names.map((name) => [name, 'x'])));
      const order = { locales: ['en'], path: '{namespace}/{locale}.json', prefix: '{namespace}.' };
      const refusal = await refusalOf(exportZip(project.id, order));
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.errors).toMatchObject(
        Object.entries(reasons)
          .filter(([, reason]) => reason !== null)
          .map(([path, reason]) => ({ path, message: expect.stringMatching(reason!) })),
      );
    });

    it.each([
      ['no locale', { path: 'a.csv', format: 'csv' }, 'path', /\{locale\}/],
      ['a wildcard', { path: '*/{locale}.json' }, 'path', /a wildcard/],
      ['a placeholder of no key', { path: '{x}/{locale}.json' }, 'path', /\{x\}/],
      ['a path out of the folder', { path: '../{locale}.json' }, 'path', /inside the folder/],
      ['a prefix without a path', { prefix: 'a.' }, 'prefix', /requires path/],
      ['an open end', { path: '{x}/{locale}.json', prefix: '{x}' }, 'prefix', /text behind/],
      ['two prefixes', { path: '{locale}.json', keyPrefix: 'a.' }, 'keyPrefix', /prefix/],
    ] as const)('refuses %s', async (_, order, member, message) => {
      const projectId = await createShop();
      const refusal = await refusalOf(exportZip(projectId, { locales: ['en'], ...order }));
      expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
      expect(refusal.errors).toMatchObject([
        { path: `/${member}`, message: expect.stringMatching(message) },
      ]);
    });

    it('writes folders from which an import creates the same project', async () => {
      const segment = fc.stringMatching(/^[a-z]{1,4}$/);
      const name = fc.tuple(segment, segment, segment).map((parts) => parts.join('.'));
      const texts = fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 6 });
      await fc.assert(
        fc.asyncProperty(texts, async (content) => {
          const [from, to] = [
            await createProject(tenant.client),
            await createProject(tenant.client),
          ];
          await bring(tenant, from, { ...content });
          await bring(tenant, from, { ...content }, { locale: 'de' });
          const body = await exportZip(from.id, { locales: ['en', 'de'], ...NAMESPACES });
          const contentType = 'application/zip';
          const input = { projectId: to.id, body, contentType, ...NAMESPACES };
          await tenant.client.i18n.files.import(input);
          for (const locale of ['en', 'de']) {
            expect(new Map(await storedTexts(app, to.id, locale))).toEqual(
              new Map(await storedTexts(app, from.id, locale)),
            );
          }
        }),
        { numRuns: testRuns(10) },
      );
    });
  });
});
