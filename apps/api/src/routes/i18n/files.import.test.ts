import { type FolderImportResult, LIMITS, type Project } from '@parlance/contracts';
import { describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app/app.ts';
import type { Tenant } from '../../../test/app/build.ts';
import { describeProject } from '../../../test/app/describe-project.ts';
import { refusalIn, refusalOf, sendRaw } from '../../../test/app/refusal.ts';
import { HOSTILE_ZIPS } from '../../../test/content/hostile-zips.ts';
import { bring, countRows, localeCodes, storedTexts } from '../../../test/content/import.ts';
import { makeZip, type ZipPart } from '../../../test/content/make-zip.ts';

let app: TestApp;
let tenant: Tenant;
let project: Project;
describeProject(
  (given) => {
    ({ app, tenant, project } = given);
  },
  { works: false },
);

type Input = Parameters<Tenant['client']['i18n']['files']['import']>[0];
type Options = Omit<Input, 'projectId' | 'files' | 'body' | 'contentType'>;
type Files = Readonly<Record<string, string | object>>;

const textOf = (content: string | object): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

async function bringFiles(files: Files, options: Options = {}): Promise<FolderImportResult> {
  const blobs = Object.entries(files).map(
    ([path, content]) => [path, new Blob([textOf(content)])] as const,
  );
  const input = { projectId: project.id, files: Object.fromEntries(blobs), ...options };
  return (await tenant.client.i18n.files.import(input)).data;
}

async function bringZip(body: Buffer, options: Options = {}): Promise<FolderImportResult> {
  const contentType = 'application/zip';
  const input = { projectId: project.id, body, contentType, ...options };
  return (await tenant.client.i18n.files.import(input)).data;
}

const zipOf = (files: Files): Buffer =>
  makeZip(
    Object.entries(files).map(([name, content]): ZipPart => ({ name, content: textOf(content) })),
  );

const NAMESPACES = { path: 'locales/{locale}/{namespace}.json', prefix: '{namespace}.' };
const SHOP: Files = {
  'locales/en/common.json': {
    save: 'Save',
    item_one: '{{count}} item',
    item_other: '{{count}} items',
  },
  'locales/en/shop.json': { cart: { title: 'Cart' } },
  'locales/de/common.json': { save: 'Sichern' },
  'locales/de/shop.json': { cart: { title: 'Warenkorb' } },
};

const listChanges = async () =>
  (await tenant.client.i18n.changes.list({ projectId: project.id })).data;

describe('i18n.files.import', () => {
  describe.each([
    ['a form', bringFiles],
    ['an archive', (files: Files, options?: Options) => bringZip(zipOf(files), options)],
  ])('of %s', (_, bringFolder) => {
    it('writes the files of all locales and namespaces as one change', async () => {
      const { importId, changeId, ...result } = await bringFolder(SHOP, NAMESPACES);
      expect(result).toEqual({
        dryRun: false,
        ...NAMESPACES,
        source: null,
        locales: { created: ['de'] },
        keys: { created: 4, restored: 0, archived: 0, total: 6 },
        values: { created: 6, updated: 0, unchanged: 0, skipped: 0 },
        files: [
          ['de', 'common', 0, 1],
          ['de', 'shop', 0, 1],
          ['en', 'common', 3, 3],
          ['en', 'shop', 1, 1],
        ].map(([locale, namespace, created, total]) => ({
          path: `locales/${locale}/${namespace}.json`,
          locale,
          format: 'json',
          prefix: `${namespace}.`,
          keys: { created, restored: 0, total },
          values: { created: total, updated: 0, unchanged: 0, skipped: 0 },
        })),
        skipped: [],
        faulty: [],
        warnings: [],
      });
      expect(await storedTexts(app, project.id, 'en')).toEqual([
        ['common.save', 'Save'],
        ['common.item_one', '{{count}} item'],
        ['common.item_other', '{{count}} items'],
        ['shop.cart.title', 'Cart'],
      ]);
      expect(await storedTexts(app, project.id, 'de')).toEqual([
        ['common.save', 'Sichern'],
        ['shop.cart.title', 'Warenkorb'],
      ]);
      expect(changeId).toBe(importId);
      const changes = await listChanges();
      expect(changes).toMatchObject([{ id: changeId, kind: 'import' }]);
      await tenant.client.i18n.changes.revert({ projectId: project.id, changeId: changeId! });
      expect(await storedTexts(app, project.id, 'de')).toEqual([]);
    });

    it('finds the pattern of the paths, and lists the files that match no pattern', async () => {
      const files = {
        ...SHOP,
        'README.md': '# Texts',
        'package.json': '{}',
        '__MACOSX/locales/de/._common.json': 'x',
        'locales/de/.DS_Store': 'x',
      };
      const found = await bringFolder(files, { dryRun: true });
      expect(found).toMatchObject(NAMESPACES);
      expect(found.files.map(({ path }) => path)).toEqual(Object.keys(SHOP).sort());
      expect(found.skipped).toEqual(
        Object.keys(files)
          .filter((path) => !(path in SHOP))
          .sort(),
      );
    });

    it.each([
      ['formatjs', 'lang/{locale}.json', (text: string) => ({ a: { defaultMessage: text } })],
      ['formatjs', undefined, (text: string) => ({ a: { defaultMessage: text, file: 'a.tsx' } })],
      ['chrome', 'x/{locale}.json', (text: string) => ({ a: { message: text, description: 'b' } })],
      ['arb', 'x/{locale}.json', (text: string) => ({ '@@x-author': 'me', a: text })],
      ['json', 'x/{locale}.json', (text: string) => ({ a: text })],
    ])('detects the format %s by the content (path: %s)', async (format, path, fileOf) => {
      const files = Object.fromEntries(
        ['en', 'de'].map((code) => [`${path?.split('/')[0] ?? 'lang'}/${code}.json`, fileOf(code)]),
      );
      const found = await bringFolder(files, path === undefined ? {} : { path });
      expect(found.files.map((file) => file.format)).toEqual([format, format]);
      expect(await storedTexts(app, project.id, 'de')).toEqual([['a', 'de']]);
      const asJson = await bringFolder(files, {
        path: found.path,
        format: 'json',
        dryRun: true,
      });
      expect(asJson.files.map((file) => file.format)).toEqual(['json', 'json']);
    });

    it('detects the format from the file of the source locale, not from an empty or plain file', async () => {
      const files = {
        'lang/da.json': {},
        'lang/de.json': { a: 'de' },
        'lang/en.json': { a: { defaultMessage: 'en', description: 'note' } },
      };
      const found = await bringFolder(files, { path: 'lang/{locale}.json' });
      expect(new Set(found.files.map(({ format }) => format))).toEqual(new Set(['formatjs']));
      expect(await storedTexts(app, project.id, 'de')).toEqual([['a', 'de']]);
    });

    it('accepts paths and texts with characters beyond ASCII', async () => {
      const files = { 'Übersetzungen/漢字/en.json': { a: 'Ä' } };
      await bringFolder(files, { path: 'Übersetzungen/*/{locale}.json' });
      expect(await storedTexts(app, project.id, 'en')).toEqual([['a', 'Ä']]);
    });

    it('refuses every path that leaves the folder or is ambiguous', async () => {
      const before = await countRows(app);
      const paths = [
        '../en.json',
        'a/../../en.json',
        '/etc/en.json',
        'C:/en.json',
        'a\\en.json',
        'a//en.json',
        './en.json',
        `${'x/'.repeat(40)}en.json`,
        `${'x/'.repeat(LIMITS.filePathLength / 2)}en.json`,
        `${'x'.repeat(LIMITS.fileNameLength + 1)}/en.json`,
      ];
      const files = Object.fromEntries(paths.map((path) => [path, '{"a":"A"}']));
      const refusal = await refusalOf(
        bringFolder({ ...files, 'locales/en.json': '{"a":"A"}' }, { path: '**/{locale}.json' }),
      );
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.errors.map(({ path }) => path)).toEqual(paths);
      expect(await countRows(app)).toEqual(before);
    });

    it('reports each faulty file with the line of the fault, and writes nothing', async () => {
      const before = await countRows(app);
      const refusal = await refusalOf(
        bringFolder({
          'locales/en.json': '{"a":"A"}',
          'locales/de.json': '{\n"a": oops}',
          'locales/fr.json': '{"a":"A",\n"b":{"c":"C",\n"c":"D"}}',
        }),
      );
      expect(refusal).toMatchObject({ status: 422, code: 'content_invalid' });
      expect(refusal.detail).toMatch(/locales\/de\.json: a \(line 2, column 6\) .*1 more fault/);
      expect(refusal.errors).toMatchObject([
        { file: 'locales/de.json', line: 2, code: 'syntax' },
        { file: 'locales/fr.json', path: 'b', line: 3 },
      ]);
      expect(await countRows(app)).toEqual(before);
    });
  });

  it('answers a dry run with the numbers of the later import, and writes nothing', async () => {
    await bring(tenant, project, { 'common.save': 'Keep', 'common.old': 'Old' });
    const before = await countRows(app);
    const options = { ...NAMESPACES, prune: true };
    const dry = await bringFiles(SHOP, { ...options, dryRun: true });
    expect(await countRows(app)).toEqual(before);
    expect(await localeCodes(app, project.id)).toEqual(['en']);
    expect(dry).toMatchObject({ importId: null, changeId: null, keys: { archived: 1 } });
    const { importId, changeId, ...real } = await bringFiles(SHOP, options);
    expect(real).toEqual({ ...dry, importId: undefined, changeId: undefined, dryRun: false });
  });

  it('prunes only keys that are in no file of the source locale', async () => {
    await bringFiles({ ...SHOP, 'locales/en/old.json': { a: 'A', b: 'B' } }, NAMESPACES);
    const translations = { 'locales/de/old.json': { a: 'A' } };
    const ignored = await bringFiles(translations, { ...NAMESPACES, prune: true });
    expect(ignored).toMatchObject({
      keys: { archived: 0 },
      warnings: [{ code: 'prune_ignored' }],
    });
    const { keys } = await bringFiles({ ...SHOP, ...translations }, { ...NAMESPACES, prune: true });
    expect(keys).toMatchObject({ archived: 2, created: 0 });
  });

  it('changes nothing and records no change if the same folder is imported again', async () => {
    await bringFiles(SHOP, NAMESPACES);
    const before = await countRows(app);
    const again = await bringFiles(SHOP, NAMESPACES);
    expect(again).toMatchObject({ changeId: null, values: { unchanged: 6 } });
    expect(await countRows(app)).toEqual(before);
  });

  it('does not outdate translations that the folder updates together with their source string', async () => {
    await bringFiles(SHOP, NAMESPACES);
    const files = {
      'locales/de/common.json': { save: 'Speichern' },
      'locales/en/common.json': { save: 'Save all' },
      'locales/en/shop.json': { cart: { title: 'Basket' } },
    };
    await bringFiles(files, NAMESPACES);
    const { data } = await tenant.client.i18n.values.list({
      projectId: project.id,
      locale: 'de',
      outdated: true,
    });
    expect(data.map(({ key }) => key)).toEqual(['shop.cart.title']);
  });

  it('lists the conflicts of every file in the mode fail', async () => {
    await bringFiles(SHOP, NAMESPACES);
    const before = await countRows(app);
    const changed = {
      'locales/en/shop.json': { cart: { title: 'Basket' } },
      'locales/de/common.json': { save: 'Speichern', more: 'Mehr' },
    };
    const refusal = await refusalOf(bringFiles(changed, { ...NAMESPACES, mode: 'fail' }));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'import_conflict',
      errors: [
        { file: 'locales/en/shop.json', path: 'shop.cart.title', code: 'conflict' },
        { file: 'locales/de/common.json', path: 'common.save', code: 'conflict' },
      ],
    });
    expect(await countRows(app)).toEqual(before);
  });

  it('lists only the first keys that two large files of one locale share', async () => {
    const same = Object.fromEntries(
      Array.from({ length: 150_000 }, (_, index) => [`k${index}`, 'x']),
    );
    const files = { 'locales/en/a.json': same, 'locales/en/b.json': same };
    const { status, errors } = await refusalOf(bringFiles(files, { path: NAMESPACES.path }));
    expect([status, errors.length]).toEqual([422, LIMITS.importConflictsListed]);
  });

  it('refuses a key that two files of a locale share, unless their prefixes differ', async () => {
    const files = { 'locales/en/a.json': { x: '1' }, 'locales/en/b.json': { x: '2', y: '3' } };
    const refusal = await refusalOf(bringFiles(files, { path: NAMESPACES.path }));
    expect(refusal).toMatchObject({
      status: 422,
      errors: [{ path: 'x', file: 'locales/en/b.json', message: 'is also in locales/en/a.json' }],
    });
    await bringFiles(files, NAMESPACES);
    expect(await storedTexts(app, project.id, 'en')).toEqual([
      ['a.x', '1'],
      ['b.x', '2'],
      ['b.y', '3'],
    ]);
  });

  it('imports Android folders, a gettext template, and a CSV file with all locales', async () => {
    const strings = (text: string) => `<resources><string name="a">${text}</string></resources>`;
    await bringFiles({
      'app/src/main/res/values/strings.xml': strings('One'),
      'app/src/main/res/values-pt-rBR/strings.xml': strings('Um'),
    });
    expect(await storedTexts(app, project.id, 'pt-BR')).toEqual([['a', 'Um']]);
    const po = (text: string) => `msgid ""\nmsgstr ""\n\nmsgid "Open"\nmsgstr "${text}"\n`;
    const found = await bringFiles({ 'po/app.pot': po(''), 'po/fr.po': po('Ouvrir') });
    expect(found).toMatchObject({ path: 'po/{locale}.po', source: 'po/app.pot' });
    expect(await storedTexts(app, project.id, 'fr')).toEqual([['Open', 'Ouvrir']]);
    const csv = { 'texts/shop.csv': 'key,en,it\nb,B,Bi\n' };
    const all = await bringFiles(csv, { path: 'texts/{part}.csv', prefix: '{part}/' });
    expect(all.files).toMatchObject([{ locale: null, prefix: 'shop/', values: { created: 2 } }]);
    expect(await storedTexts(app, project.id, 'it')).toEqual([['shop/b', 'Bi']]);
  });

  it('returns the file of each warning', async () => {
    const { warnings } = await bringFiles({ 'l/en.json': { a: null }, 'l/de.json': { a: 'A' } });
    expect(warnings).toEqual([
      { path: 'a', file: 'l/en.json', code: 'null_skipped', message: expect.any(String) },
      { path: 'a', file: 'l/de.json', code: 'no_source_text', message: expect.any(String) },
    ]);
  });

  it.each([
    ['no path with a locale', { 'a.txt': '' }, {}, 'path', /^is required/],
    ['a pattern that matches nothing', SHOP, { path: 'x/{locale}.json' }, 'path', /4 files/],
    ['a pattern with a mistake', SHOP, { path: '../{locale}.json' }, 'path', /inside the folder/],
    ['three in one name', SHOP, { path: '*/{a}-{b}-{locale}.json' }, 'path', /2 placeholders/],
    ['a prefix without its path', SHOP, { prefix: 'a.' }, 'prefix', /requires path/],
    ['an unknown placeholder', SHOP, { ...NAMESPACES, prefix: '{x}.' }, 'prefix', /names \{x\}/],
  ] as const)('refuses %s', async (_, files, options, member, message) => {
    for (const [importing, at] of [
      [() => bringFiles(files, options), '/'],
      [() => bringZip(zipOf(files), options), 'query/'],
    ] as const) {
      const refusal = await refusalOf(importing());
      expect(refusal).toMatchObject({ status: 422, code: 'validation_failed' });
      expect(refusal.errors).toMatchObject([
        { path: at + member, message: expect.stringMatching(message) },
      ]);
    }
  });

  it('refuses options in the query if the body is a form', async () => {
    const form = new FormData();
    form.append('files', new Blob(['{"a":"A"}']), 'l/en.json');
    const path = `/v1/i18n/projects/${project.id}/files/import?dryRun=true`;
    const refusal = await refusalIn(await sendRaw(app, tenant, path, form));
    expect(refusal).toMatchObject({ status: 422, errors: [{ path: 'query/dryRun' }] });
    expect(await storedTexts(app, project.id, 'en')).toEqual([]);
  });

  it('refuses a locale with an unknown language, and names the path', async () => {
    const files = { 'a/shop.csv': 'key,en\na,A\n', 'b/shop.csv': 'key,en,zqq\nb,B,C\n' };
    const refusal = await refusalOf(bringFiles(files, { path: '*/shop.csv' }));
    expect(refusal).toMatchObject({
      status: 422,
      errors: [{ path: 'b/shop.csv', code: 'unknown_language' }],
    });
  });

  it('refuses two paths that are equal in NFC, and refuses a file that is also a folder', async () => {
    const content = '{"a":"A"}';
    const names = ['\u00e4/en.json', 'a\u0308/en.json', 'b/en.json', 'b'];
    const refusal = await refusalOf(
      bringZip(makeZip(names.map((name) => ({ name, content }))), { path: '*/{locale}.json' }),
    );
    expect(refusal.errors).toMatchObject([
      { path: '\u00e4/en.json', message: 'occurs twice' },
      { path: 'b/en.json', message: 'is in the folder b, which is also a file' },
    ]);
  });

  it.each(HOSTILE_ZIPS)('refuses $what, and writes nothing', async ({ bytes, entry, message }) => {
    const before = await countRows(app);
    const refusal = await refusalOf(bringZip(bytes, { path: 'locales/{locale}.json' }));
    expect(refusal.status).toBe(422);
    expect(refusal.code).toMatch(/^(?:content_invalid|limit_exceeded)$/);
    expect(refusal.detail).toMatch(message);
    expect(refusal.errors.map(({ path }) => path)).toEqual(entry === null ? [] : [entry]);
    expect(await countRows(app)).toEqual(before);
  });

  it('refuses too many files, and refuses another content type', async () => {
    const many = Array.from({ length: LIMITS.folderFiles + 1 }, (_, index) => ({
      name: `${index}/en.json`,
      content: '{}',
    }));
    const refusal = await refusalOf(bringZip(makeZip(many), { path: '*/{locale}.json' }));
    expect(refusal).toMatchObject({ status: 422, code: 'limit_exceeded' });
    const other = await refusalOf(
      tenant.client.i18n.files.import({
        projectId: project.id,
        body: zipOf(SHOP),
        contentType: 'application/gzip',
      }),
    );
    expect(other).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });
});
