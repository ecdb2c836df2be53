import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Library } from '@parlance/config';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileProjects } from '../../../scripts/checks/compile-projects.ts';
import { Clone } from '../test/clone.ts';
import { declareTypes } from './types/declarations.ts';
import { splitTypes } from './types/split-declarations.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = { locale: 'en', keySeparator: '.' };

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'esnext',
  lib: ['esnext', 'dom'],
};

interface Program {
  types: ReadonlyMap<string, string>;
  use: string;
}

function programOf(
  library: Library,
  texts: Readonly<Record<string, string>>,
  use = 'export {};',
): Program {
  const all = new Map(Object.entries(texts));
  return { types: new Map([['parlance.d.ts', declareTypes(library, all, SOURCE)]]), use };
}

/** Writes a program to a folder from which the compiler can resolve the libraries. */
function writeProgram(root: string, { types, use }: Program): void {
  for (const [path, text] of types) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'use.ts'), use);
  const config = { compilerOptions: COMPILER_OPTIONS, files: ['parlance.d.ts', 'use.ts'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(config));
}

const TEXTS = {
  'home.save': 'Save',
  'home.hello': 'Hello {name}',
  'home.files': '{count, plural, one {# file of {owner}} other {# files of {owner}}}',
  'home.due': 'Due {when, date, short}',
} as const;

/**
 * Programs that use the declarations of each library, with the source texts from which the
 * declarations are generated.
 */
const USES: readonly (readonly [Library, use: string, texts: Readonly<Record<string, string>>])[] =
  [
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
  ];
const LIBRARIES = USES.map(([library]) => library);

/** Returns a program whose type declarations are split into several files. */
function splitOf(library: Library, texts: Readonly<Record<string, string>>, use: string): Program {
  const many = Object.fromEntries([...Array(100).keys()].map((at) => [`home.more_${at}`, 'x']));
  const all = new Map(Object.entries({ ...texts, ...many, other: 'Other' }));
  return { types: splitTypes(library, all, SOURCE, 'parlance.d.ts'), use };
}

function anyTexts(): Record<string, string> {
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
  return fc.sample(pairs.map(Object.fromEntries), 1)[0]!;
}

function splitOfAny(texts: Record<string, string>): Program {
  const many = Array.from(
    { length: 200 },
    (_, index) => [`${index % 2 ? 'con' : 'CON'}.${index}`, 'x'] as const,
  );
  const all = new Map<string, string>([...Object.entries(texts), ...many]);
  return { types: splitTypes('vue-i18n', all, SOURCE, 'parlance.d.ts'), use: 'export {};' };
}

describe('the declarations of parlance types', () => {
  const any = anyTexts();
  const programs = new Map<string, Program>([
    ...USES.map(([library, use, texts]) => [library, programOf(library, texts, use)] as const),
    ...USES.map(
      ([library, use, texts]) => [`${library} split`, splitOf(library, texts, use)] as const,
    ),
    ...LIBRARIES.map((library) => [`${library} any`, programOf(library, any)] as const),
    ['split any', splitOfAny(any)],
  ]);
  let messages: Map<string, string>;

  beforeAll(async () => {
    const parent = join(PACKAGE, 'node_modules/.types');
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, 'test-'));
    const folderOf = (name: string) => join(folder, name.replace(' ', '-'));
    for (const [name, program] of programs) writeProgram(folderOf(name), program);
    const byFolder = await compileProjects([...programs.keys()].map(folderOf));
    messages = new Map([...programs.keys()].map((name) => [name, byFolder.get(folderOf(name))!]));
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(LIBRARIES)('contain the keys and their arguments for %s', (library) => {
    expect(messages.get(library)).toBe('');
    expect([...programs.get(`${library} split`)!.types.keys()]).toEqual([
      'parlance.keys/others.d.ts',
      'parlance.keys/home.d.ts',
      'parlance.d.ts',
    ]);
    expect(messages.get(`${library} split`)).toBe('');
  });

  it('compile for any names and texts', () => {
    for (const library of LIBRARIES) expect(messages.get(`${library} any`), library).toBe('');
    expect(programs.get('split any')!.types.size).toBe(4);
    expect(messages.get('split any')).toBe('');
  });
});

describe('parlance types', () => {
  it('writes the configured declarations, and reports when they are out of date', async () => {
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

  it('splits the declarations, and removes files that are no longer needed', async () => {
    const clone = new Clone({});
    const files = [{ path: 'locales/{locale}.json', shape: 'flat' }];
    clone.write('parlance.json', { files, types: { file: 'src/keys.d.ts', split: true } });
    const many = (segment: string) =>
      Object.fromEntries([...Array(100).keys()].map((at) => [`${segment}.k${at}`, 'Text']));
    clone.write('locales/en.json', { ...many('home'), ...many('Menu'), other: 'Other' });
    clone.write('src/keys.keys/mine.d.ts', 'export {};\n');
    clone.write('src/main.ts', "import './keys.d.ts';\n");
    const names = () => readdirSync(join(clone.root, 'src/keys.keys')).sort();
    expect((await clone.run('types')).json.data).toMatchObject({ keys: 201, files: 4 });
    expect(names()).toEqual(['home.d.ts', 'menu-99af6606.d.ts', 'mine.d.ts', 'others.d.ts']);
    expect(await clone.run('types', '--check')).toMatchObject({ exit: 0 });
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

  it('writes a file that the commands "keys unused" and "check" do not read as program code', async () => {
    const clone = new Clone({});
    clone.write('parlance.json', { files: [{ path: '{locale}.json' }] });
    clone.write('en.json', { menu: { open: 'Open', gone: 'Gone' } });
    clone.write('src/a.ts', "t('menu.open')");
    await clone.run('types', '--for', 'i18next', '--out', 'src/i18n.d.ts');
    const written = clone.read('src/i18n.d.ts');
    clone.write('src/of-windows.d.ts', written.replaceAll('\n', '\r\n'));
    clone.write('en.json', { menu: { open: 'Open', gone: 'Gone', new: 'New' } });
    const unused = await clone.run('keys', 'unused');
    expect(unused.json.data).toEqual({ keys: 3, files: 1, unused: ['menu.gone', 'menu.new'] });
    clone.write('en.json', { menu: { open: 'Open' } });
    const { json } = await clone.run('check', '--offline', '--missing-in-code');
    expect(json.data.findings).toEqual([]);
    clone.remove();
  });

  it('reports a missing file with --check, and names the command that writes the file', async () => {
    const clone = new Clone({});
    const config = { files: [{ path: '{locale}.json' }] };
    clone.write('parlance.json', config);
    clone.write('en.json', { a: 'A' });
    const check = async (...flags: string[]) => {
      const { exit, out } = await clone.runWith({}, 'types', '--check', ...flags);
      return [exit, out];
    };
    const own = ', or name your file in "types.file" of parlance.json';
    expect(await check()).toEqual([
      1,
      `There is no parlance.d.ts. Run parlance types to write it${own}.\n`,
    ]);
    const flags = ['--for', 'vue-i18n', '--out', 'a.d.ts', '--split'];
    const command = `parlance types ${flags.join(' ')}`;
    expect(await check(...flags)).toEqual([1, `There is no a.d.ts. Run ${command} to write it.\n`]);
    await clone.run('types', ...flags);
    clone.write('en.json', { a: 'A', b: 'B' });
    expect(await check(...flags)).toEqual([1, `a.d.ts is out of date. Run ${command}.\n`]);
    clone.write('parlance.json', { ...config, types: { file: 'b.d.ts' } });
    expect(await check()).toEqual([1, 'There is no b.d.ts. Run parlance types to write it.\n']);
    clone.remove();
  });

  it('declares for i18next a namespace for each file, and rejects an unknown default namespace', async () => {
    const clone = new Clone({});
    const files = [{ path: '{locale}/{namespace}.json', prefix: '{namespace}.' }];
    clone.write('parlance.json', { files });
    clone.write('en/shop.json', { cart: { title: 'Cart' } });
    clone.write('en/errors.json', { lost: 'Lost' });
    expect((await clone.run('types', '--for', 'i18next')).exit).toBe(0);
    expect(clone.read('parlance.d.ts')).toContain('defaultNS: "translation";');
    const none = ['types', '--for', 'i18next', '--default-namespace', 'none'];
    expect((await clone.run(...none)).exit).toBe(2);
    clone.write('parlance.json', { files, types: { for: 'i18next', defaultNamespace: 'shop' } });
    expect((await clone.run('types')).exit).toBe(0);
    expect(clone.read('parlance.d.ts')).toContain(`    defaultNS: "shop";
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
