import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clone } from './test/clone.ts';
import { declareTypes } from './types/declarations.ts';
import type { Library } from './types/libraries.ts';
import { splitTypes } from './types/split-declarations.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const SOURCE = { locale: 'en', keySeparator: '.' };

/** Below `node_modules` of the package, where the compiler finds the libraries. */
let folder: string;
beforeAll(() => {
  const parent = join(PACKAGE, 'node_modules/.types');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMPILER_OPTIONS = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ module: 'esnext', moduleResolution: 'bundler', target: 'esnext', lib: ['esnext', 'dom'] },
};

/** Returns what the compiler complains of in a declaration file and a file that uses it. */
function compile(library: Library, texts: Record<string, string>, use: string): Promise<string> {
  const all = new Map(Object.entries(texts));
  return compileFiles(new Map([['parlance.d.ts', declareTypes(library, all, SOURCE)]]), use);
}

function compileFiles(types: ReadonlyMap<string, string>, use: string): Promise<string> {
  const root = mkdtempSync(join(folder, 'files-'));
  for (const [path, text] of types) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'use.ts'), use);
  const config = { compilerOptions: COMPILER_OPTIONS, files: ['parlance.d.ts', 'use.ts'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, '-p', root], (_, stdout) => resolve(stdout));
  });
}

const TEXTS = {
  'home.save': 'Save',
  'home.hello': 'Hello {name}',
  'home.files': '{count, plural, one {# file of {owner}} other {# files of {owner}}}',
  'home.due': 'Due {when, date, short}',
} as const;

describe('declarations', () => {
  it.each([
    [
      'plain',
      `import type { Translate } from './parlance.d.ts';
       declare const t: Translate;
       t('home.save'); t('home.hello', { name: 'x' }); t('home.files', { count: 1, owner: 'x' });
       t('home.due', { when: new Date() });
       // @ts-expect-error: there is no such key
       t('home.none');
       // @ts-expect-error: an argument is missing
       t('home.hello');
       // @ts-expect-error: the count is a number
       t('home.files', { count: '1', owner: 'x' });`,
      TEXTS,
    ],
    [
      'i18next',
      `import i18next from 'i18next';
       i18next.t('home.save'); i18next.t('home.hello', { name: 'x' }); i18next.t('item', { count: 1 });
       // @ts-expect-error: there is no such key
       i18next.t('home.none');
       // @ts-expect-error: another argument is given
       i18next.t('home.hello', { named: 'x' });`,
      { 'home.save': 'Save', 'home.hello': 'Hello {{name}}', item_one: 'One', item_other: 'Some' },
    ],
    [
      'react-intl',
      `import { createIntl } from '@formatjs/intl';
       const intl = createIntl({ locale: 'en', messages: {} as never });
       intl.formatMessage({ id: 'home.save' });
       // @ts-expect-error: there is no such key
       intl.formatMessage({ id: 'home.none' });`,
      TEXTS,
    ],
    [
      'next-intl',
      `import { type AppConfig, createTranslator } from 'use-intl';
       const t = createTranslator({ locale: 'en', messages: {} as AppConfig['Messages'] });
       t('home.save'); t('home.hello', { name: 'x' });
       // @ts-expect-error: there is no such key
       t('home.none');
       // @ts-expect-error: an argument is missing
       t('home.hello');`,
      TEXTS,
    ],
    [
      'vue-i18n',
      `import { createI18n, type DefineLocaleMessage } from 'vue-i18n';
       const message: DefineLocaleMessage['home']['save'] = 'Save';
       createI18n({}).global.t('home.save', message);
       // @ts-expect-error: there is no such key
       type None = DefineLocaleMessage['home']['none'];
       export type { None };`,
      TEXTS,
    ],
  ] as const)('for %s name the keys and their arguments', async (library, use, texts) => {
    expect(await compile(library, texts, use)).toBe('');
    const many = Object.fromEntries([...Array(100).keys()].map((at) => [`home.more_${at}`, 'x']));
    const all = new Map(Object.entries({ ...texts, ...many, other: 'Other' }));
    const files = splitTypes(library, all, SOURCE, 'parlance.d.ts');
    expect([...files.keys()]).toEqual([
      'parlance.keys/others.d.ts',
      'parlance.keys/home.d.ts',
      'parlance.d.ts',
    ]);
    expect(await compileFiles(files, use)).toBe('');
  });

  it('compile for any names and texts', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
      fc.constantFrom('a', 'a.b', 'a.b.c', '__proto__', 'constructor', 'n_one', 'n_other', '..'),
    );
    const piece = fc.constantFrom('{', '}', '{a}', '{{b}}', '%s', "'", '"', '\\', '\n', '*/', '`');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    const pairs = fc.uniqueArray(fc.tuple(name, text), {
      selector: ([key]) => key,
      minLength: 200,
    });
    const [texts] = fc.sample(pairs.map(Object.fromEntries), 1);
    for (const library of ['plain', 'i18next', 'react-intl', 'next-intl', 'vue-i18n'] as const) {
      expect(await compile(library, texts!, 'export {};'), library).toBe('');
    }
    const many = Array.from(
      { length: 200 },
      (_, at) => [`${at % 2 ? 'con' : 'CON'}.${at}`, 'x'] as const,
    );
    const all = new Map<string, string>([...Object.entries<string>(texts!), ...many]);
    const files = splitTypes('vue-i18n', all, SOURCE, 'parlance.d.ts');
    expect(files.size).toBe(4);
    expect(await compileFiles(files, 'export {};')).toBe('');
  });
});

describe('parlance types', () => {
  it('writes the declarations that the configuration asks for, and says when they are out of date', async () => {
    const clone = new Clone({});
    try {
      const files = [{ path: 'locales/{locale}.json' }];
      clone.write('parlance.json', { files, types: { for: 'react-intl', file: 'src/keys.d.ts' } });
      expect(await clone.run('types')).toMatchObject({ exit: 2 });
      clone.write('locales/en.json', { home: { save: 'Save' } });
      clone.write('locales/de.json', { home: { other: 'Anderes' } });
      expect(await clone.run('types', '--check')).toMatchObject({ exit: 1 });
      const data = { file: 'src/keys.d.ts', library: 'react-intl', keys: 1, changed: true };
      expect(await clone.run('types')).toMatchObject({ exit: 0, json: { data } });
      expect(clone.read('src/keys.d.ts')).toContain('ids:\n  | "home.save";');
      expect(await clone.run('types', '--check')).toMatchObject({ exit: 0 });
      clone.write('locales/en.json', { home: { save: 'Save', more: 'More' } });
      expect(await clone.run('types', '--check')).toMatchObject({ exit: 1 });
      const refused = await clone.run('types', '--out', '../outside.d.ts');
      expect(refused.exit).toBe(2);
    } finally {
      clone.remove();
    }
  });

  it('splits the declarations, and removes the files that it no longer needs', async () => {
    const clone = new Clone({});
    const files = [{ path: 'locales/{locale}.json', shape: 'flat' }];
    clone.write('parlance.json', { files, types: { file: 'src/keys.d.ts', split: true } });
    const many = (segment: string) =>
      Object.fromEntries([...Array(100).keys()].map((at) => [`${segment}.k${at}`, 'Text']));
    clone.write('locales/en.json', { ...many('home'), ...many('Menu'), other: 'Other' });
    clone.write('src/keys.keys/mine.d.ts', 'export {};\n');
    const names = () => readdirSync(join(clone.root, 'src/keys.keys')).sort();
    expect((await clone.run('types')).json.data).toMatchObject({ keys: 201, files: 4 });
    expect(names()).toEqual(['home.d.ts', 'menu-99af6606.d.ts', 'mine.d.ts', 'others.d.ts']);
    expect(await clone.run('types', '--check')).toMatchObject({ exit: 0 });
    // Types name no key of a program.
    expect((await clone.run('keys', 'unused')).json.data.unused).toHaveLength(201);
    clone.write('locales/en.json', { ...many('home'), other: 'Other' });
    expect(await clone.run('types', '--check')).toMatchObject({ exit: 1 });
    await clone.run('types');
    expect(names()).toEqual(['home.d.ts', 'mine.d.ts', 'others.d.ts']);
    clone.write('parlance.json', { files, types: { file: 'src/keys.d.ts' } });
    await clone.run('types');
    expect(names()).toEqual(['mine.d.ts']);
    clone.remove();
  });

  it('gives i18next the namespaces of the paths, with the names that its files have', async () => {
    const clone = new Clone({});
    const files = [{ path: '{locale}/{namespace}.json', prefix: '{namespace}.' }];
    clone.write('parlance.json', { files });
    clone.write('en/shop.json', { cart: { title: 'Cart' } });
    clone.write('en/errors.json', { lost: 'Lost' });
    expect((await clone.run('types', '--for', 'i18next')).exit).toBe(0);
    expect(clone.read('parlance.d.ts')).toContain(`    defaultNS: "errors";
    keySeparator: false;
    resources: {
      "errors": {
        "lost": string;
      };
      "shop": {
        "cart.title": string;
      };
    };`);
    clone.remove();
  });
});
