import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MessageFormat } from '@parlance/messages';
import { createInstance } from 'i18next';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../../../packages/cli/scripts/build.ts';
import type { Clone } from '../../../../packages/cli/test/clone.ts';
import { createProject } from '../app/build.ts';
import { World } from './world.ts';

const execute = promisify(execFile);

let world: World;
let folder: string;
beforeAll(async () => {
  world = await World.start();
  folder = await mkdtemp(join(tmpdir(), 'parlance-cli-built-'));
  await buildPackage(folder);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const has = (program: string, ...argv: string[]): boolean =>
  spawnSync(program, argv, { stdio: 'ignore' }).error === undefined;

/** Runs the built command line like a developer does. */
async function run(clone: Clone, ...argv: string[]): Promise<string> {
  const env = { ...world.env, HOME: clone.root, PATH: process.env.PATH, NO_COLOR: '1' };
  const main = join(folder, 'dist/main.js');
  const { stdout } = await execute(process.execPath, [main, ...argv], { cwd: clone.root, env });
  return stdout;
}

interface Framework {
  files: Readonly<Record<string, string>>;
  config: readonly object[];
  messageFormat?: MessageFormat;
  translations: Parameters<World['translate']>[1];
}

/**
 * Adds German to a project on the server, translates a part of it and pulls. Requires that a second pull changes no
 * byte, and that a push finds nothing to send.
 */
async function addGerman(framework: Framework): Promise<{ clone: Clone; projectId: string }> {
  const { files, config, messageFormat = 'auto', translations } = framework;
  const { id: projectId } = await createProject(world.tenant.client, {
    settings: { messageFormat },
  });
  const clone = world.clone(projectId, { files: config });
  for (const [path, text] of Object.entries(files)) clone.write(path, text);
  await run(clone, 'push');
  await world.tenant.client.i18n.locales.create({ projectId, code: 'de' });
  await world.translate(projectId, translations);
  await run(clone, 'pull');
  const state = async (): Promise<Record<string, string>> => {
    const names = await readdir(clone.root, { recursive: true, withFileTypes: true });
    const paths = names.flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    );
    return Object.fromEntries(
      paths.map((path) => [path, clone.read(path.slice(clone.root.length + 1))]),
    );
  };
  const pulled = await state();
  expect(await run(clone, 'pull')).toContain('Nothing to pull');
  expect(await state()).toEqual(pulled);
  expect(await run(clone, 'push', '--all')).toContain('Nothing to push');
  expect(await run(clone, 'diff')).toContain('have the same texts');
  const own = Object.entries(files).filter(([path]) => !path.endsWith('.xcstrings'));
  for (const [path, text] of own) expect(clone.read(path)).toBe(text);
  return { clone, projectId };
}

const unit = (id: string, source: string, target = ''): string =>
  `      <trans-unit id="${id}" datatype="html">
        <source>${source}</source>${target}
        <context-group purpose="location"><context context-type="sourcefile">app.html</context></context-group>
      </trans-unit>
`;

const xliff = (languages: string, units: string): string => `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file ${languages} datatype="plaintext" original="ng2.template">
    <body>
${units}    </body>
  </file>
</xliff>
`;

describe('a new language', () => {
  it('has the layout of the source in a project of React with i18next, and falls back for missing texts', async () => {
    const source = {
      menu: { open: 'Open', close: 'Close' },
      files_one: '{{count}} file',
      files_other: '{{count}} files',
      days: ['Mon', 'Tue'],
    };
    const { clone, projectId } = await addGerman({
      files: { 'locales/en/common.json': `${JSON.stringify(source, null, 4)}\n` },
      config: [{ path: 'locales/{locale}/{namespace}.json', prefix: '{namespace}.' }],
      messageFormat: 'i18next',
      translations: {
        'common.menu.close': ['Zu', 'reviewed'],
        'common.files_one': ['{{count}} Datei', 'needs_review'],
        'common.days[1]': ['Di', 'translated'],
      },
    });
    const path = 'locales/de/common.json';
    expect(clone.read(path)).toBe(
      `${JSON.stringify({ menu: { close: 'Zu' }, files_one: '{{count}} Datei' }, null, 4)}\n`,
    );
    const i18n = createInstance();
    await i18n.init({ lng: 'de', fallbackLng: 'en', resources: {} });
    i18n.addResourceBundle('en', 'translation', source);
    i18n.addResourceBundle('de', 'translation', clone.json(path));
    expect(i18n.t('menu.close')).toBe('Zu');
    expect([1, 5].map((count) => i18n.t('files', { count }))).toEqual(['1 Datei', '5 files']);
    expect(i18n.t('days', { returnObjects: true })).toEqual(source.days);
    await world.translate(projectId, { 'common.days[0]': ['Mo', 'translated'] });
    await run(clone, 'pull');
    expect(clone.json(path)).toMatchObject({ days: ['Mo', 'Di'] });
  });

  it('keeps the order and the indentation of the source in a project of Vue', async () => {
    const { clone } = await addGerman({
      files: { 'src/locales/en.json': '{\n\t"b": { "x": "X {name}", "y": "Y" },\n\t"a": "A"\n}\n' },
      config: [{ path: 'src/locales/{locale}.json' }],
      translations: { a: ['A de', 'translated'], 'b.x': ['X {name} de', 'reviewed'] },
    });
    expect(clone.read('src/locales/de.json')).toBe(
      '{\n\t"b": { "x": "X {name} de" },\n\t"a": "A de"\n}\n',
    );
  });

  it('has an XLIFF 1.2 file with the codes and ids of the source in a project of Angular', async () => {
    const hello = 'Hello <x id="INTERPOLATION" equiv-text="{{name}}"/>!';
    const { clone } = await addGerman({
      files: {
        'src/locale/messages.xlf': xliff(
          'source-language="en-US"',
          unit('hi', hello) + unit('bye', 'Bye') + unit('later', 'Later'),
        ),
      },
      config: [{ path: 'src/locale/messages.{locale}.xlf', source: 'src/locale/messages.xlf' }],
      translations: {
        hi: ['Hallo <x id="INTERPOLATION"/>!', 'reviewed'],
        bye: ['Bis bald', 'needs_review'],
      },
    });
    const targets = [
      '\n        <target state="signed-off">Hallo <x id="INTERPOLATION"/>!</target>',
      '\n        <target state="needs-review-translation">Bis bald</target>',
    ];
    const [hi, bye] = targets;
    expect(clone.read('src/locale/messages.de.xlf')).toBe(
      xliff(
        'source-language="en-US"',
        unit('hi', hello, hi) + unit('bye', 'Bye', bye) + unit('later', 'Later'),
      )
        .replace('original="ng2.template"', 'original="ng2.template" target-language="de"')
        .replace('id="hi" datatype="html"', 'id="hi" datatype="html" approved="yes"'),
    );
    expect(await run(clone, 'check', '--offline')).toContain('0 errors');
  });

  it('has the keywords of the source in a project of Symfony, and no unit that shows a keyword', async () => {
    const keyword = (id: string, name: string, target: string) =>
      unit(id, name, target).replace('datatype="html"', `resname="${name}"`);
    const languages = (target: string) => `source-language="en" target-language="${target}"`;
    const target = (text: string, state = '') => `\n        <target${state}>${text}</target>`;
    const { clone } = await addGerman({
      files: {
        'translations/messages.en.xlf': xliff(
          languages('en'),
          keyword('a1', 'home.title', target('Welcome')) +
            keyword('b2', 'home.text', target('Nothing here')),
        ),
      },
      config: [{ path: 'translations/messages.{locale}.xlf' }],
      translations: { 'home.title': ['Willkommen', 'translated'] },
    });
    expect(clone.read('translations/messages.de.xlf')).toBe(
      xliff(
        languages('de'),
        keyword('a1', 'home.title', target('Willkommen', ' state="translated"')),
      ),
    );
  });

  it('has a root key and symbols in a project of Rails, and no plural that raises an error', async () => {
    const { clone, projectId } = await addGerman({
      files: {
        'config/locales/en.yml':
          'en:\n  # Shown first\n  hello: "Hello %{name}"\n  files:\n    one: "1 file"\n    other: "%{count} files"\n  date:\n    order:\n      - :year\n      - :month\n',
        'config/locales/devise.en.yml': 'en:\n  devise:\n    sent: Sent\n',
      },
      config: [
        { path: 'config/locales/{locale}.yml' },
        { path: 'config/locales/devise.{locale}.yml' },
      ],
      messageFormat: 'ruby',
      translations: {
        hello: ['Hallo %{name}', 'reviewed'],
        'files.one': ['eine Datei', 'translated'],
        'date.order[0]': [':month', 'translated'],
        'date.order[1]': [':year', 'translated'],
        'devise.sent': ['Gesendet', 'needs_review'],
      },
    });
    const path = 'config/locales/de.yml';
    expect(clone.read(path)).toBe(
      'de:\n  # Shown first\n  hello: "Hallo %{name}"\n  date:\n    order:\n      - :month\n      - :year\n',
    );
    expect(clone.read('config/locales/devise.de.yml')).toBe('de:\n  devise:\n    sent: Gesendet\n');
    await world.translate(projectId, { 'files.other': ['%{count} Dateien', 'translated'] });
    await run(clone, 'pull');
    // I18n raises for a plural that lacks the form for a number.
    const { de } = load(clone.read(path)) as { de: { files: Record<string, string> } };
    expect(Object.keys(de.files)).toEqual(expect.arrayContaining(['one', 'other']));
    expect(await run(clone, 'check', '--offline')).toContain('0 errors');
  });

  it.skipIf(!has('aapt2', 'version'))(
    'compiles with aapt2 in a project of Android, with the markup of the source',
    async () => {
      const path = (end: string) => `app/src/main/res/values${end}/strings.xml`;
      const { clone, projectId } = await addGerman({
        files: {
          [path('')]: `<resources>
    <!-- Terms -->
    <string name="terms"><![CDATA[Read the <a href=\\"%1$s\\">terms</a>]]></string>
    <string name="bold">A &lt;b>bold&lt;/b> word</string>
    <string name="app" translatable="false">App</string>
    <plurals name="files"><item quantity="one">%d file</item><item quantity="other">%d files</item></plurals>
    <string-array name="days">
        <item>Mon</item>
        <item>Tue</item>
    </string-array>
</resources>
`,
        },
        config: [{ path: 'app/src/main/res/values{-locale:android}/strings.xml' }],
        messageFormat: 'printf',
        translations: {
          terms: ['Lies die <a href="%1$s">Regeln</a>', 'reviewed'],
          bold: ['Ein <b>fettes</b> Wort', 'translated'],
          'files.one': ['%d Datei', 'needs_review'],
          'days[1]': ['Di', 'translated'],
        },
      });
      expect(clone.read(path('-de'))).toBe(`<resources>
    <!-- Terms -->
    <string name="terms"><![CDATA[Lies die <a href=\\"%1$s\\">Regeln</a>]]></string>
    <string name="bold">Ein &lt;b&gt;fettes&lt;/b&gt; Wort</string>
</resources>
`);
      const argv = ['compile', '--dir', 'app/src/main/res', '-o', 'out.zip'];
      const compile = () => {
        const { status, stderr } = spawnSync('aapt2', argv, { cwd: clone.root, encoding: 'utf8' });
        return [status, stderr];
      };
      expect(compile()).toEqual([0, '']);
      await world.translate(projectId, {
        'files.other': ['%d Dateien', 'translated'],
        'days[0]': ['Mo', 'translated'],
      });
      await run(clone, 'pull');
      expect(clone.read(path('-de'))).toMatch(/<item>Mo<\/item>\s*<item>Di<\/item>/);
      expect(clone.read(path('-de'))).toContain('<item quantity="other">%d Dateien</item>');
      expect(compile()).toEqual([0, '']);
    },
  );

  it('joins the other languages of a string catalog, with the states of its texts', async () => {
    const entry = (localizations: object) => ({ localizations });
    const catalog = (files: object) =>
      JSON.stringify(
        { sourceLanguage: 'en', strings: { Open: files, Save: {} }, version: '1.0' },
        null,
        2,
      ).replaceAll('":', '" :');
    const path = 'App/Localizable.xcstrings';
    const empty = '{\n\n    }';
    const { clone } = await addGerman({
      files: { [path]: catalog({}).replaceAll('{}', empty) },
      config: [{ path }],
      translations: { Open: ['Auf', 'needs_review'] },
    });
    const de = { stringUnit: { state: 'needs_review', value: 'Auf' } };
    expect(clone.read(path)).toBe(catalog(entry({ de })).replaceAll('{}', empty));
  });

  it('has the comments and the order of the source in a project of .strings files', async () => {
    const { clone } = await addGerman({
      files: {
        'App/en.lproj/Localizable.strings':
          '/* A button */\n"save" = "Save";\n\n// Of the menu\nopen = "Open";\n\n"later" = "Later";\n',
      },
      config: [{ path: 'App/{locale:apple}.lproj/Localizable.strings' }],
      translations: { open: ['Öffnen', 'translated'], save: ['Sichern', 'reviewed'] },
    });
    expect(clone.read('App/de.lproj/Localizable.strings')).toBe(
      '/* A button */\n"save" = "Sichern";\n\n// Of the menu\nopen = "Öffnen";\n\n',
    );
  });

  it.skipIf(!has('msgfmt', '--version'))(
    'compiles with msgfmt in a project of Django, without unreviewed texts',
    async () => {
      const header = (language: string) =>
        `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
      const entry = (id: string, text: string) =>
        `\n#: app/views.py:1\nmsgid "${id}"\nmsgstr "${text}"\n`;
      const plural = (one: string, other: string) =>
        `\n#, python-format\nmsgid "%(n)d file"\nmsgid_plural "%(n)d files"\nmsgstr[0] "${one}"\nmsgstr[1] "${other}"\n`;
      const path = (locale: string) => `locale/${locale}/LC_MESSAGES/django.po`;
      const { clone, projectId } = await addGerman({
        files: {
          [path('en')]: header('en') + entry('Open', '') + entry('Save', '') + plural('', ''),
        },
        config: [{ path: 'locale/{locale:posix}/LC_MESSAGES/django.po' }],
        translations: {
          Open: ['Öffnen', 'reviewed'],
          Save: ['Sichern', 'needs_review'],
          '%(n)d file.one': ['%(n)d Datei', 'translated'],
        },
      });
      const fuzzy = entry('Save', 'Sichern').replace('\nmsgid', '\n#, fuzzy\nmsgid');
      const first = header('de') + entry('Open', 'Öffnen') + fuzzy;
      expect(clone.read(path('de'))).toBe(first + plural('', ''));
      const compile = () =>
        spawnSync('msgfmt', ['-c', '--statistics', '-o', '/dev/null', path('de')], {
          cwd: clone.root,
          encoding: 'utf8',
          env: { ...process.env, LC_ALL: 'C' },
        });
      expect(compile()).toMatchObject({ status: 0 });
      expect(compile().stderr).toContain('1 translated message, 1 fuzzy translation');
      await world.translate(projectId, {
        '%(n)d file.other': ['%(n)d Dateien', 'translated'],
        Save: ['Sichern', 'reviewed'],
      });
      await run(clone, 'pull');
      expect(clone.read(path('de'))).toContain(plural('%(n)d Datei', '%(n)d Dateien'));
      expect(compile().stderr).toContain('3 translated messages.');
    },
  );
});
