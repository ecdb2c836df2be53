import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { findLocaleFiles } from './find-locale-files.ts';

/** Creates files in a temporary folder and returns the entries that `init` finds. */
function find(files: Readonly<Record<string, string>> | readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'parlance-init-'));
  try {
    const all: [string, string][] = Array.isArray(files)
      ? files.map((path: string) => [path, ''])
      : Object.entries(files);
    for (const [path, content] of all) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    return findLocaleFiles(root, 'en').map(({ locales: _, ...entry }) => entry);
  } finally {
    rmSync(root, { recursive: true });
  }
}

it.each([
  ['vue-i18n', ['src/locales/en.json', 'src/locales/de.json'], 'src/locales/{locale}.json'],
  ['next-intl', ['messages/en.json', 'messages/pt-BR.json'], 'messages/{locale}.json'],
  ['Laravel', ['lang/de.json', 'lang/pt_BR.json'], 'lang/{locale:posix}.json'],
  ['a browser extension', ['_locales/en/messages.json'], '_locales/{locale:chrome}/messages.json'],
  [
    'Android',
    ['app/src/main/res/values/strings.xml'],
    'app/src/main/res/values{-locale:android}/strings.xml',
  ],
  ['Apple', ['App/de.lproj/Localizable.strings'], 'App/{locale:apple}.lproj/Localizable.strings'],
  [
    'string catalogs',
    ['App/Localizable.xcstrings', 'App/InfoPlist.xcstrings'],
    'App/InfoPlist.xcstrings',
  ],
  [
    'Django',
    ['app/locale/pt_BR/LC_MESSAGES/django.po'],
    'app/locale/{locale:posix}/LC_MESSAGES/django.po',
  ],
  [
    'Lingui',
    ['src/locales/de/messages.po', 'src/locales/fr/messages.po'],
    'src/locales/{locale}/messages.po',
  ],
  ['Rails', ['config/locales/en.yml', 'config/locales/de.yml'], 'config/locales/{locale}.yml'],
])('init finds the files of %s', (_, paths, path) => {
  const format = path.includes('_locales') ? { format: 'chrome' } : {};
  expect(find(paths)[0]).toEqual({ path, ...format });
});

it('init finds Angular files and their source file, even if there is no translation yet', () => {
  const entry = { path: 'src/locale/messages.{locale}.xlf', source: 'src/locale/messages.xlf' };
  expect(find(['src/locale/messages.xlf', 'src/locale/messages.de.xlf'])).toEqual([entry]);
  expect(find(['src/locale/messages.xlf'])).toEqual([entry]);
});

it('init finds gettext files with their template', () => {
  expect(find(['po/app.pot', 'po/de.po', 'po/pt_BR.po'])).toEqual([
    { path: 'po/{locale:posix}.po', source: 'po/app.pot' },
  ]);
  expect(
    find(['languages/shop.pot', 'languages/shop-de_DE.po', 'languages/shop-fr_FR.po']),
  ).toEqual([{ path: 'languages/shop-{locale:posix}.po', source: 'languages/shop.pot' }]);
  expect(find(['po/app.pot'])).toEqual([{ path: 'po/{locale:posix}.po', source: 'po/app.pot' }]);
});

it('init derives prefixes from the domains of Symfony, the parts of i18next and the folders of Tolgee', () => {
  const symfony = ['messages.en.yaml', 'messages.fr.yaml', 'validators.fr.yaml'];
  expect(find(symfony.map((name) => `translations/${name}`))).toEqual([
    { path: 'translations/{namespace}.{locale}.yaml', prefix: '{namespace}.' },
  ]);
  expect(find(['translations/messages.en.xlf', 'translations/messages.fr.xlf'])).toEqual([
    { path: 'translations/messages.{locale}.xlf' },
  ]);
  expect(find(['public/locales/en/a.json', 'public/locales/en/b.json'])).toEqual([
    { path: 'public/locales/{locale}/{namespace}.json', prefix: '{namespace}.' },
  ]);
  expect(find(['i18n/shop/en.json', 'i18n/shop/cs.json', 'i18n/admin/en.json'])).toEqual([
    { path: 'i18n/{namespace}/{locale}.json', prefix: '{namespace}.' },
  ]);
});

it('init finds the locale files of Rails and its gems, whose keys need no prefix', () => {
  const text = 'en:\n  a: A\n';
  expect(
    find({
      'config/locales/en.yml': text,
      'config/locales/devise.en.yml': 'en:\n  devise:\n    b: B\n',
    }),
  ).toEqual([
    { path: 'config/locales/devise.{locale}.yml' },
    { path: 'config/locales/{locale}.yml' },
  ]);
  const parts = ['simple_form.en.yml', 'devise.en.yml', 'en.yml'];
  expect(find(Object.fromEntries(parts.map((name) => [`config/locales/${name}`, text])))).toEqual([
    { path: 'config/locales/{locale}.yml' },
    { path: 'config/locales/{namespace}.{locale}.yml' },
  ]);
  const folders = ['models/en.yml', 'views/en.yml', 'views/de.yml'];
  const texts = folders.map((name) => [
    `config/locales/${name}`,
    name.replace(/.*\/(..).*/, '$1:\n  a: A\n'),
  ]);
  expect(find(Object.fromEntries(texts))).toEqual([
    { path: 'config/locales/{namespace}/{locale}.yml' },
  ]);
});

it('init finds the locale files of Flutter, with an underscore before the region', () => {
  expect(find(['lib/l10n/app_en.arb', 'lib/l10n/app_de.arb'])).toEqual([
    { path: 'lib/l10n/app_{locale:posix}.arb' },
  ]);
  expect(find(['lib/l10n/app_en.arb', 'lib/l10n/app_pt_BR.arb'])).toEqual([
    { path: 'lib/l10n/app_{locale:posix}.arb' },
  ]);
});

it('init ignores files that only look like locale files', () => {
  expect(
    find([
      'package.json',
      'tsconfig.app.json',
      'tsconfig.spec.json',
      'vitest.config.json',
      '.eslintrc.json',
    ]),
  ).toEqual([]);
});

it.each<[string, readonly string[], object[]]>([
  [
    'a bundle whose name ends in a language code',
    ['i18n/sign_in.properties', 'i18n/sign_in_de.properties'],
    [{ path: 'i18n/sign_in{_locale:java}.properties' }],
  ],
  [
    'a file of a locale whose name ends in a language code',
    ['locales/en/sign-in.json', 'locales/en/what.is.json', 'locales/de/sign-in.json'],
    [{ path: 'locales/{locale}/{namespace}.json', prefix: '{namespace}.' }],
  ],
  [
    'a default file beside an English one',
    ['i18n/messages.properties', 'i18n/messages_en.properties', 'i18n/messages_de.properties'],
    [{ path: 'i18n/messages_{locale:java}.properties', source: 'i18n/messages.properties' }],
  ],
  [
    'Base.lproj beside en.lproj',
    ['App/Base.lproj/L.strings', 'App/en.lproj/L.strings'],
    [{ path: 'App/{locale:apple}.lproj/L.strings', source: 'App/Base.lproj/L.strings' }],
  ],
  [
    'folders in lower case, as Windows takes them',
    ['Strings/en-us/Resources.resw', 'Strings/zh-hans/Resources.resw'],
    [{ path: 'Strings/{locale}/Resources.resw' }],
  ],
  [
    'an app of one locale beside an app of several',
    ['web/locales/en.json', 'web/locales/de.json', 'admin/i18n/en.json', 'src/it.json'],
    [{ path: 'web/locales/{locale}.json' }, { path: 'admin/i18n/{locale}.json' }],
  ],
  [
    'folders and files that both have the locale',
    ['config/locales/en/models.en.yml', 'config/locales/de/models.de.yml'],
    [{ path: 'config/locales/{locale}/models.{locale}.yml' }],
  ],
  [
    'ARB files whose names have several words',
    ['lib/l10n/app_localizations_en.arb', 'lib/l10n/app_localizations_pt_BR.arb'],
    [{ path: 'lib/l10n/app_localizations_{locale:posix}.arb' }],
  ],
])('init finds %s', (_, paths, expected) => {
  expect(find(paths)).toEqual(expected);
});

it('init ignores compiled files of FormatJS and output folders, unless there are no others', () => {
  const nodes = '{ "a": [{ "type": 0, "value": "A" }] }';
  const lang = { 'lang/en.json': '{ "a": { "defaultMessage": "A" } }', 'lang/fr.json': '{}' };
  const found = [{ path: 'lang/{locale}.json', format: 'formatjs' }];
  expect(find({ ...lang, 'src/i18n/en.json': nodes, 'src/i18n/fr.json': nodes })).toEqual(found);
  expect(find({ ...lang, 'out/i18n/en.json': '{}', 'obj/fr.json': '{}' })).toEqual(found);
  expect(find(['out/i18n/en.json'])).toEqual([{ path: 'out/i18n/{locale}.json' }]);
});
