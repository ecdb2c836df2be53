import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clone } from '../../../../packages/cli/test/clone.ts';
import { Person } from '../../../../packages/cli/test/person.ts';
import { createApiKeyFor } from '../app/build.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start({ MT_ENGINES: 'pseudo' });
});
afterAll(() => world.close());

const RESX = '<root><data name="a" xml:space="preserve"><value>Hi {0}</value></data></root>';

describe('parlance init', () => {
  it.each([
    [
      'crowdin.yml',
      'files:\n  - source: /src/locales/en/*.json\n    translation: /src/locales/%two_letters_code%/%original_file_name%\n    languages_mapping:\n      two_letters_code:\n        pt-BR: pt\n',
      {
        files: [{ path: 'src/locales/{locale}/{namespace}.json', prefix: '{namespace}.' }],
        locales: { map: { 'pt-BR': 'pt' } },
      },
    ],
    [
      '.tolgeerc.json',
      '{ "push": { "filesTemplate": "./public/{namespace}/{languageTag}.{extension}" } }',
      { files: [{ path: 'public/{namespace}/{locale}.json', prefix: '{namespace}.' }] },
    ],
    [
      'crowdin.yaml',
      'base_path: web\nfiles:\n  - source: /i18n/en.json\n    translation: /i18n/%two_letters_code%.json\n',
      { files: [{ path: 'web/i18n/{locale}.json' }] },
    ],
    [
      '.tolgeerc.yml',
      'format: PO_PHP\npull:\n  fileStructureTemplate: "lang/{snakeLanguageTag}.{extension}"\n',
      { files: [{ path: 'lang/{locale:posix}.po' }] },
    ],
    [
      '.tolgeerc',
      JSON.stringify({
        push: {
          files: [
            { path: './i18n/en.json', language: 'en' },
            { path: './i18n/de.json', language: 'de' },
            { path: './i18n/cart/en.json', language: 'en', namespace: 'cart' },
            { path: './i18n/cart/de.json', language: 'de', namespace: 'cart' },
          ],
        },
      }),
      {
        files: [
          { path: 'i18n/{locale}.json' },
          { path: 'i18n/{namespace}/{locale}.json', prefix: '{namespace}.' },
        ],
      },
    ],
    [
      'weblate.json',
      JSON.stringify({
        count: 3,
        results: [
          {
            slug: 'app',
            file_format: 'po',
            filemask: 'locale/*/LC_MESSAGES/django.po',
            new_base: 'locale/django.pot',
            source_language: { code: 'en' },
          },
          { slug: 'android', filemask: 'app/src/main/res/values-*/strings.xml' },
          { slug: 'glossary', is_glossary: true, filemask: '*.tbx' },
        ],
      }),
      {
        sourceLocale: 'en',
        files: [
          { path: 'locale/{locale:posix}/LC_MESSAGES/django.po', source: 'locale/django.pot' },
          { path: 'app/src/main/res/values{-locale:android}/strings.xml' },
        ],
      },
    ],
    [
      'weblate.json',
      '[{ "slug": "web", "filemask": "src/locales/*.json", "source_language": "pt_BR" }]',
      { sourceLocale: 'pt-BR', files: [{ path: 'src/locales/{locale}.json' }] },
    ],
    [
      'lokalise.yml',
      'token: secret\nproject_id: 1\ndownload:\n  bundle_structure: "src/i18n/%LANG_ISO%.%FORMAT%"\n',
      { files: [{ path: 'src/i18n/{locale}.json' }] },
    ],
    [
      '.phrase.yml',
      'phrase:\n  push:\n    sources:\n      - file: ./locales/<locale_name>.json\n',
      { files: [{ path: 'locales/{locale}.json' }] },
    ],
    [
      '.tx/config',
      '[o:org:p:project:r:resource]\nfile_filter = locale/<lang>.yaml\nsource_lang = en\nlang_map = pt_BR: pt-br\n',
      {
        sourceLocale: 'en',
        files: [{ path: 'locale/{locale}.yaml' }],
        locales: { map: { 'pt-BR': 'pt-br' } },
      },
    ],
    [
      '.tx/config',
      '[o:org:p:project:r:resource]\nfile_filter = po/<lang>.po\nsource_file = po/app.pot\n',
      { files: [{ path: 'po/{locale:posix}.po', source: 'po/app.pot' }] },
    ],
    [
      '.phrase.yml',
      'phrase:\n  push:\n    sources:\n      - file: ./App/<locale_name>.lproj/A.strings\n',
      { files: [{ path: 'App/{locale}.lproj/A.strings' }] },
    ],
    [
      'i18n.json',
      '{ "locale": { "source": "fr" }, "buckets": { "json": { "include": ["locales/[locale].json"] } } }',
      { sourceLocale: 'fr', files: [{ path: 'locales/{locale}.json' }] },
    ],
    [
      'accent.json',
      '{ "files": [{ "target": "localization/%slug%/%document_path%.json" }] }',
      { files: [{ path: 'localization/{locale}/{namespace}.json', prefix: '{namespace}.' }] },
    ],
    [
      'localazy.json',
      `{ "download": { "files": "locales/\${lang}.json" } }`,
      { files: [{ path: 'locales/{locale}.json' }] },
    ],
  ])('reads %s', async (name, content, expected) => {
    const clone = new Clone({});
    clone.write(name, content);
    const { exit, json } = await clone.run('init');
    expect(exit).toBe(0);
    expect(json.data.from).toBe(name);
    expect(clone.json('parlance.json')).toMatchObject(expected);
    clone.remove();
  });

  it('reads the folders of Lokalise from the workflows that run its actions', async () => {
    const clone = new Clone({});
    const step = (name: string, flat: boolean) => ({
      uses: `lokalise/lokalise-push-action@v4`,
      with: { base_lang: 'en', translations_path: name, file_ext: 'json', flat_naming: flat },
    });
    const jobs = { push: { steps: [step('locales\nshared/i18n', true), step('web', false)] } };
    clone.write('.github/workflows/ci.yml', 'jobs: { test: { steps: [{ run: npm test }] } }\n');
    clone.write('.github/workflows/texts.yaml', { jobs });
    const { json } = await clone.run('init');
    expect(json.data.from).toBe('.github/workflows');
    expect(clone.json('parlance.json')).toMatchObject({
      sourceLocale: 'en',
      files: [
        { path: 'locales/{locale}.json' },
        { path: 'shared/i18n/{locale}.json' },
        { path: 'web/{locale}/{namespace}.json', prefix: '{namespace}.' },
      ],
    });
    clone.remove();
  });

  it('finds files by their names if a configuration of Lokalise or wlc names no files', async () => {
    const clone = new Clone({});
    clone.write('lokalise.yml', 'token: secret\nproject_id: 1\n');
    clone.write(
      '.weblate',
      '[weblate]\nurl = https://weblate.example.org/api/\ntranslation = shop/web\n',
    );
    clone.write('locales/en.json', {});
    const { json } = await clone.run('init');
    expect(json.data.from).toBeNull();
    expect(clone.json('parlance.json').files).toEqual([{ path: 'locales/{locale}.json' }]);
    clone.remove();
  });

  it('finds locale files by their names, and keeps an existing configuration', async () => {
    const clone = new Clone({});
    for (const path of ['web/i18n/en.json', 'web/i18n/de.json', 'package.json', 'src/app.json']) {
      clone.write(path, {});
    }
    expect((await clone.run('init')).exit).toBe(0);
    expect(clone.json('parlance.json').files).toEqual([{ path: 'web/i18n/{locale}.json' }]);
    expect((await clone.run('init')).exit).toBe(2);
    clone.remove();
  });

  it('lists the accessible projects if it cannot ask for the project', async () => {
    const ids = [await world.createProject(), await world.createProject()];
    const clone = world.clone(ids[0]!);
    clone.write('locales/en.json', {});
    const { exit, out } = await clone.runWith({}, 'init', '--force');
    const { projects } = world.tenant.client.i18n;
    const slugs = await Promise.all(
      ids.map(async (projectId) => (await projects.get({ projectId })).data.slug),
    );
    expect(exit).toBe(0);
    const listed = [...out.matchAll(/^ {2}(\S+) {2}\S.*$/gm)].map(([, slug]) => slug);
    expect(listed).toEqual(expect.arrayContaining(slugs));
    expect(out).toContain('Next: parlance doctor');
  });

  it('sets prefixes only for several namespaces, and finds files of one locale among other files', async () => {
    const clone = new Clone({});
    clone.write('public/locales/en/translation.json', {});
    clone.write('public/locales/de/translation.json', {});
    clone.write('App/en.lproj/A.strings', '');
    clone.write('App/en.lproj/A.stringsdict', '');
    clone.write('src/it.json', {});
    const files = async () => {
      await clone.run('init', '--force');
      return clone.json('parlance.json').files;
    };
    const apple = ['strings', 'stringsdict'].map((end) => ({
      path: `App/{locale:apple}.lproj/A.${end}`,
    }));
    expect(await files()).toEqual([{ path: 'public/locales/{locale}/translation.json' }, ...apple]);
    clone.write('public/locales/en/errors.json', {});
    expect(await files()).toEqual([
      { path: 'public/locales/{locale}/{namespace}.json', prefix: '{namespace}.' },
      ...apple,
    ]);
    clone.remove();
  });

  it.each([
    [
      ['res/values/strings.xml', 'res/values-de/strings.xml', 'res/values-pt-rBR/strings.xml'],
      'res/values{-locale:android}/strings.xml',
    ],
    [
      ['App/de.lproj/Localizable.strings', 'App/zh-Hans.lproj/Localizable.strings'],
      'App/{locale:apple}.lproj/Localizable.strings',
    ],
    [
      ['po/de/LC_MESSAGES/app.po', 'po/pt_BR/LC_MESSAGES/app.po'],
      'po/{locale:posix}/LC_MESSAGES/app.po',
    ],
    [
      ['r/my_texts.properties', 'r/my_texts_de.properties', 'r/my_texts_pt_BR.properties'],
      'r/my_texts{_locale:java}.properties',
    ],
    [['App/Strings.resx', 'App/Strings.de-DE.resx'], 'App/Strings{.locale}.resx'],
    [
      ['App/Strings/en-US/Resources.resw', 'App/Strings/de-DE/Resources.resw'],
      'App/Strings/{locale}/Resources.resw',
    ],
  ])('finds the folders of %j', async (paths, path) => {
    const clone = new Clone({});
    for (const own of [...paths, 'res/values-night/colors.xml', 'pom.xml', 'a.properties'])
      clone.write(own, '');
    expect((await clone.run('init')).exit).toBe(0);
    expect(clone.json('parlance.json').files).toEqual([{ path }]);
    clone.remove();
  });

  it.each([
    ['flutter', {}],
    ['flutter', { 'l10n.yaml': '# arb-dir: lib/l10n\n' }],
    ['flutter', { 'app/l10n.yaml': 'use-escaping: false\n', 'l10n.yaml': 'use-escaping: true\n' }],
    ['icu', { 'app/l10n.yaml': 'arb-dir: lib/l10n\nuse-escaping: true\n' }],
    ['icu', { 'l10n.yaml': 'use-escaping: true\n' }],
    ['icu', { 'l10n.yaml': 'use-escaping: true\nrelax-syntax: true\n' }],
    ['flutter_relaxed', { 'l10n.yaml': 'relax-syntax: true\n' }],
    [null, { 'app/web/en.json': '{}', 'app/web/de.json': '{}' }],
  ])('detects the message format %s for ARB files beside %j', async (messageFormat, files) => {
    const clone = new Clone({});
    for (const code of ['en', 'fr']) clone.write(`app/lib/l10n/app_${code}.arb`, {});
    for (const [path, text] of Object.entries(files)) clone.write(path, text);
    const { json } = await clone.run('init');
    expect(json.data.messageFormat).toBe(messageFormat);
    clone.remove();
  });

  it('detects the message format of the messages.json of an extension', async () => {
    const clone = new Clone({});
    for (const code of ['en', 'fr']) {
      clone.write(`_locales/${code}/messages.json`, { a: { message: 'Hi' } });
    }
    const { json } = await clone.run('init');
    expect(json.data).toMatchObject({
      messageFormat: 'chrome',
      config: { files: [{ format: 'chrome' }] },
    });
    clone.remove();
  });

  it('detects the message format of the resources of .NET', async () => {
    const clone = new Clone({});
    for (const name of ['Strings.resx', 'Strings.de.resx']) clone.write(`Resources/${name}`, RESX);
    const { json } = await clone.run('init');
    expect(json.data).toMatchObject({ messageFormat: 'dotnet' });
    clone.remove();
  });

  describe('with a library that shows the texts', () => {
    const clonesOf = (projectId: string) => {
      const clone = world.clone(projectId);
      clone.write('locales/en.json', {});
      clone.write('package.json', { dependencies: { 'vue-i18n': '11' } });
      return clone;
    };
    const runtimesOf = async (projectId: string) =>
      (await world.tenant.client.i18n.projects.get({ projectId })).data.settings.runtimes;

    it('names the library, and changes nothing without the flag', async () => {
      const projectId = await world.createProject();
      const clone = clonesOf(projectId);
      const init = async (...flags: string[]) =>
        (await clone.run('init', '--force', '--project', projectId, ...flags)).json.data;
      const found = { runtimes: [{ name: 'vue-i18n', from: ['package.json'] }] };
      expect(await init()).toMatchObject({ ...found, projectHasRuntimes: false });
      expect(clone.json('parlance.json')).not.toHaveProperty('runtimes');
      const dry = await init('--set-runtimes', '--dry-run');
      expect(dry).toMatchObject({ config: { runtimes: ['vue-i18n'] }, projectHasRuntimes: false });
      expect(await runtimesOf(projectId)).toBeNull();
      expect(await init('--set-runtimes')).toMatchObject({ ...found, projectHasRuntimes: true });
      expect(clone.json('parlance.json').runtimes).toEqual(['vue-i18n']);
      expect(await runtimesOf(projectId)).toEqual(['vue-i18n']);
    });

    it('says in a dry run what it would set in the project, and in which', async () => {
      const projectId = await world.createProject();
      const clone = clonesOf(projectId);
      const init = async (...flags: string[]) =>
        (await clone.runWith({}, 'init', '--force', '--set-runtimes', '--dry-run', ...flags)).out;
      const { slug } = (await world.tenant.client.i18n.projects.get({ projectId })).data;
      const found = 'Libraries that show the texts: vue-i18n (package.json).\n';
      expect(await init('--project', slug)).toContain(
        `${found}Would set them in the project ${slug}, and check its texts again.\nNothing was written: --dry-run.\n`,
      );
      expect(await init('--create', 'New shop')).toContain(
        `Would create the project New shop, and name it in parlance.json.\n${found}Would set them in the new project.\nNothing was written: --dry-run.\n`,
      );
    });

    it('keeps the libraries that the project configures', async () => {
      const projectId = await world.createProject();
      const settings = { runtimes: ['android'] };
      await world.tenant.client.i18n.projects.update({ projectId, settings });
      const clone = clonesOf(projectId);
      const { exit, out } = await clone.runWith(
        {},
        'init',
        '--force',
        '--set-runtimes',
        '--project',
        projectId,
      );
      expect([exit, out]).toEqual([0, expect.stringContaining('keeps its own: android')]);
      expect(await runtimesOf(projectId)).toEqual(['android']);
    });

    it('reports that a key may not change the project, and writes the configuration', async () => {
      const projectId = await world.createProject();
      const { token } = await createApiKeyFor(world.tenant.user, ['i18n:read']);
      const clone = clonesOf(projectId);
      const call = { env: { PARLANCE_URL: world.app.url, PARLANCE_KEY: token } };
      const flags = ['--force', '--set-runtimes', '--project', projectId];
      const { exit, out } = await clone.runWith(call, 'init', ...flags);
      expect([exit, out]).toEqual([0, expect.stringContaining('The key may not change')]);
      expect(clone.json('parlance.json').runtimes).toEqual(['vue-i18n']);
      expect(await runtimesOf(projectId)).toBeNull();
    });

    it('asks for confirmation in a terminal, and accepts a refusal', async () => {
      const projectId = await world.createProject();
      const clone = clonesOf(projectId);
      const init = (answer: string) => {
        const terminal = new Person([/as these libraries show them/, answer]);
        return clone.runWith({ terminal }, 'init', '--force', '--project', projectId);
      };
      expect((await init('n')).exit).toBe(0);
      expect([await runtimesOf(projectId), clone.json('parlance.json').runtimes]).toEqual([
        null,
        undefined,
      ]);
      expect((await init('y')).exit).toBe(0);
      expect(await runtimesOf(projectId)).toEqual(['vue-i18n']);
    });
  });

  it('does not execute code in a configuration, and fails without locale files', async () => {
    const clone = new Clone({});
    clone.write('crowdin.yml', 'files: !!js/function "function () { throw 1 }"\n');
    const { exit } = await clone.run('init');
    expect(exit).not.toBe(0);
    expect(existsSync(join(clone.root, 'parlance.json'))).toBe(false);
    clone.remove();
  });
});
