import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

const EN = 'locales/en.json';
const DE = 'locales/de.json';

describe('parlance pull', () => {
  it('writes the files of all locales, with the prefixes and path spellings of the configuration', async () => {
    const projectId = await world.createProject({ 'shop.a': 'A', 'shop.b': 'B', other: 'O' });
    await world.put(projectId, { 'shop.a': 'A de' }, 'de');
    const files = [
      { path: 'app/values{-locale:android}/shop.json', prefix: 'shop.', shape: 'flat' },
      { path: '{locale:posix}/all.yaml' },
    ];
    const clone = world.clone(projectId, { files });
    clone.write('app/values-de_DE/shop.json', { a: 'x' });
    const { exit, json } = await clone.run('pull');
    expect([exit, json.warnings]).toMatchObject([
      0,
      [
        { code: 'no_file' },
        { code: 'no_file' },
        { code: 'unread_file', file: 'app/values-de_DE/shop.json' },
      ],
    ]);
    expect(clone.json('app/values/shop.json')).toEqual({ a: 'A', b: 'B' });
    expect(clone.json('app/values-de/shop.json')).toEqual({ a: 'A de' });
    expect(clone.read('en/all.yaml')).toContain('other: "O"');
    expect((await clone.run('diff')).exit).toBe(0);
  });

  it('finds files by wildcards, and writes the files of other locales in the same folders', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'A de', b: 'B de' }, 'de');
    const clone = world.clone(projectId, {
      files: [{ path: 'src/**/*.{locale}.json', shape: 'flat' }],
    });
    clone.write('src/x.en.json', { a: 'A' });
    clone.write('src/some/where/y.en.json', { b: 'B' });
    clone.write('src/node_modules/z.en.json', { c: 'C' });
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.json('src/x.de.json')).toEqual({ a: 'A de' });
    expect(clone.json('src/some/where/y.de.json')).toEqual({ b: 'B de' });
    expect((await clone.run('diff')).exit).toBe(0);
  });

  it('reads the source texts of a template, like a push', async () => {
    const projectId = await world.createProject();
    const files = [{ path: 'po/{locale:posix}.po', source: 'po/app.pot' }];
    const clone = world.clone(projectId, { files, push: { tags: ['gettext'] } });
    const long =
      'A file with long lines, as Lingui writes them, has long lines in its new translations too, not only in this one.';
    const template = `msgid "Open"\nmsgstr ""\n\nmsgid "${long}"\nmsgstr ""\n`;
    clone.write('po/app.pot', template);
    clone.write('po/en.po', 'msgid "Left"\nmsgstr "Right"\n');
    expect((await clone.run('push')).exit).toBe(0);
    const { data } = await world.tenant.client.i18n.keys.list({ projectId });
    expect(data.map(({ name, tags }) => [name, tags])).toEqual([
      ['Open', ['gettext']],
      [long, ['gettext']],
    ]);
    await world.put(projectId, { Open: 'Auf', [long]: `${long} (de)` }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('po/de.po')).toContain('msgid "Open"\nmsgstr "Auf"');
    expect(clone.read('po/de.po')).toContain(`msgid "${long}"\nmsgstr "${long} (de)"`);
    expect(clone.read('po/app.pot')).toBe(template);
    expect((await clone.run('diff')).exit).toBe(0);
    const wrong = [{ path: '{a}/{locale}.po', source: 'app.pot' }];
    clone.write('parlance.json', { project: projectId, files: wrong });
    const { exit, json } = await clone.run('push');
    expect([exit, json.errors[0]?.path]).toEqual([2, '/files/0/source']);
  });

  it('keeps texts that only the file changed', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { b: 'B there', c: 'C' });
    clone.write(EN, { a: 'A here', b: 'B', d: 'D' });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ a: 'A here', b: 'B there', d: 'D', c: 'C' });
    await clone.run('push');
    expect(await world.texts(projectId)).toEqual({ a: 'A here', b: 'B there', c: 'C', d: 'D' });
  });

  it('writes no file if one file has a conflict', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'A de' }, 'de');
    const clone = world.clone(projectId);
    await clone.run('pull');
    await world.put(projectId, { a: 'A there' }, 'de');
    await world.put(projectId, { b: 'B there' });
    clone.write(DE, { a: 'A here' });
    expect((await clone.run('pull')).exit).toBe(4);
    expect(clone.json(EN)).toEqual({ a: 'A', b: 'B' });
    await clone.run('pull', '--conflicts', 'theirs');
    expect(clone.json(EN)).toEqual({ a: 'A', b: 'B there' });
    expect(clone.json(DE)).toEqual({ a: 'A there' });
    expect(readdirSync(join(clone.root, 'locales')).sort()).toEqual(['de.json', 'en.json']);
  });

  it('keeps archived texts in the files until --prune, and no push restores them', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    const keyId = (await world.keyId(projectId, 'b'))!;
    await world.tenant.client.i18n.keys.delete({ projectId, keyId });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ a: 'A', b: 'B' });
    const { err } = await clone.runWith({}, 'push');
    expect(err).toContain('1 archived or cleared in the project');
    expect(await world.texts(projectId)).toEqual({ a: 'A' });
    await clone.run('push', '--restore');
    expect(await world.texts(projectId)).toEqual({ a: 'A', b: 'B' });
    await world.tenant.client.i18n.keys.delete({ projectId, keyId });
    await clone.run('pull');
    expect((await clone.run('pull', '--prune')).exit).toBe(0);
    expect(clone.json(EN)).toEqual({ a: 'A' });
  });

  it('renames keys in the files', async () => {
    const projectId = await world.createProject({ old: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    const keyId = (await world.keyId(projectId, 'old'))!;
    await world.tenant.client.i18n.keys.update({ projectId, keyId, name: 'new' });
    expect((await clone.run('push', '--prune')).json.data.pushed).toEqual([]);
    const { out } = await clone.runWith({}, 'pull', '--dry-run');
    expect(out).toBe('Would write 1 renamed key in 1 file.\n');
    expect(clone.json(EN)).toEqual({ old: 'A' });
    const { files } = (await clone.run('pull')).json.data;
    expect(files).toMatchObject([{ path: EN, added: 0, changed: 0, removed: 0, renamed: 1 }]);
    expect(clone.json(EN)).toEqual({ new: 'A' });
    await world.tenant.client.i18n.keys.update({ projectId, keyId, name: 'newest' });
    await world.put(projectId, { newest: 'B' });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ newest: 'B' });
  });

  it('nests new texts in a file without nested names, like the other files of the same entry', async () => {
    const projectId = await world.createProject({ 'a.b': 'B', c: 'C' });
    await world.put(projectId, { c: 'C de' }, 'de');
    const clone = world.clone(projectId, { files: [{ path: 'locales/{locale}.json' }] });
    clone.write(EN, { a: { b: 'B' }, c: 'C' });
    clone.write(DE, { c: 'C de' });
    await world.put(projectId, { 'a.b': 'B de' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.json(DE)).toEqual({ c: 'C de', a: { b: 'B de' } });
  });

  it('keeps the nesting and the line ends of a file', async () => {
    const projectId = await world.createProject({ 'a.b': 'B' });
    const clone = world.clone(projectId, { files: [{ path: 'locales/{locale}.json' }] });
    clone.write(EN, '{\r\n  "a": {\r\n    "b": "B"\r\n  }\r\n}\r\n');
    await world.put(projectId, { 'a.c': 'C' });
    await clone.run('pull');
    expect(clone.read(EN)).toBe('{\r\n  "a": {\r\n    "b": "B",\r\n    "c": "C"\r\n  }\r\n}\r\n');
  });

  it('changes only the bytes of the texts that changed', async () => {
    const projectId = await world.createProject({ 'a.b': 'B', 'a.c': 'C', z: 'Z' });
    const byPath = {
      [EN]: ['{ "z" :"Z",\n\n   "a": {"c":"C", "b":"B"} }', '"C"', '"b":"B"', '"b":"B", "d":"D"'],
      'en.csv': ['key;en\n"z";"Z"\n\na.c;C\na.b;B', ';C', 'a.b;B', 'a.b;B\na.d;D'],
    } as const;
    const clones = Object.entries(byPath).map(([path, [content]]) => {
      const clone = world.clone(projectId, { files: [{ path: path.replace('en', '{locale}') }] });
      clone.write(path, content);
      return clone;
    });
    for (const clone of clones) expect((await clone.run('pull')).exit).toBe(0);
    await world.put(projectId, { 'a.c': 'Changed', 'a.d': 'D' });
    for (const [at, [path, [content, old, last, added]]] of Object.entries(byPath).entries()) {
      expect((await clones[at]!.run('pull')).exit).toBe(0);
      const changed = content.replace(old, old.replace('C', 'Changed')).replace(last, added);
      expect(clones[at]!.read(path)).toBe(changed);
    }
  });

  it('writes files of pseudo-locales, which other commands ignore', async () => {
    const texts = { 'a.save': 'Save {name}', 'a.menu': 'Menu' };
    const projectId = await world.createProject(texts);
    const files = [
      { path: 'web/{locale}.json', shape: 'nested' },
      { path: 'res/values{-locale:android}/strings.xml', prefix: 'x.' },
      { path: 'App.xcstrings', prefix: 'y.' },
    ];
    const clone = world.clone(projectId, { files });
    clone.write(
      'res/values/strings.xml',
      '<resources>\n  <!-- why -->\n  <string name="s">Files: %1$d</string>\n  <string name="n" translatable="false">No</string>\n</resources>\n',
    );
    clone.write('App.xcstrings', {
      sourceLanguage: 'en',
      strings: {
        t: { localizations: { en: { stringUnit: { state: 'translated', value: 'Open' } } } },
      },
      version: '1.0',
    });
    const both = ['--pseudo', 'en-XA', '--pseudo', 'en-XK'];
    const { exit, json } = await clone.run('pull', ...both);
    expect([exit, json.data.pseudo]).toEqual([0, expect.arrayContaining(['web/en-XA.json'])]);
    expect(clone.json('web/en.json')).toEqual({ a: { save: 'Save {name}', menu: 'Menu' } });
    expect(clone.json('web/en-XA.json')).toEqual({
      a: { save: '⟪Šååṽéé {name}⟫', menu: '⟪Ṁééñûû⟫' },
    });
    expect(clone.json('web/en-XK.json')).toEqual({ a: { save: 'a.save', menu: 'a.menu' } });
    const android = clone.read('res/values-en-rXA/strings.xml');
    expect(android).toContain('  <!-- why -->\n  <string name="s">⟪Ƒîîļééš: %1$d~⟫</string>');
    expect(android).not.toContain('"n"');
    expect(clone.read('App.xcstrings')).toMatch(/"en-XA"[^}]*"⟪ÖÖþééñ⟫"/);
    const sent = await clone.runWith({}, 'push', '--all');
    expect([sent.exit, sent.err]).toEqual([0, expect.stringContaining('en-XA, en-XK  not sent')]);
    const codes = async () =>
      (await world.tenant.client.i18n.locales.list({ projectId })).data.map(({ code }) => code);
    expect((await codes()).sort()).toEqual(['de', 'en']);
    expect((await clone.runWith({}, 'push')).err).not.toContain('en-XA');
    expect((await clone.run('push', '--locale', 'en-XA')).json.errors[0]!.message).toContain(
      'en-XA is a pseudo-locale',
    );
    clone.write('parlance.json', {
      project: projectId,
      files,
      pull: { pseudo: ['en-XA', 'en-XK'] },
    });
    expect((await clone.run('pull')).json.data.pseudo).toEqual([]);
    expect((await clone.runWith({}, 'pull')).out).toMatch(/^Nothing to pull: /);
    clone.write('web/en-XA.json', {});
    const written = await clone.runWith({}, 'pull');
    expect(written.out).toBe(
      'No new texts: the files have the texts of the project.\nWrote 1 file of en-XA, en-XK.\n',
    );
    const pushed = await clone.run('push', '--all');
    expect(pushed.json.data.pushed).toEqual([]);
    expect(Object.keys(await world.texts(projectId))).toHaveLength(5);
    expect((await clone.run('diff')).exit).toBe(0);
    expect((await clone.run('check', '--offline')).json.data).toMatchObject({ findings: [] });
    for (const tag of ['de', 'de-XL', '../en-XA', 'en-xa']) {
      expect((await clone.run('pull', '--pseudo', tag)).exit).toBe(2);
    }
    await world.tenant.client.i18n.locales.create({ projectId, code: 'de-XA' });
    expect((await clone.run('pull', '--pseudo', 'de-XA')).exit).toBe(2);
    clone.write('web/de-XA.json', { a: { save: 'Šichern {name}' } });
    clone.write('web/sq-XK.json', { a: { save: 'Ruaj {name}' } });
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect((await codes()).sort()).toEqual(['de', 'de-XA', 'en', 'sq-XK']);
  });

  it('inserts new texts at their position in the source file or at the end', async () => {
    const projectId = await world.createProject({ c: 'C', b: 'B', a: 'A', d: 'D' });
    await world.put(projectId, { d: 'D', a: 'A', b: 'B', c: 'C' }, 'de');
    const orders = { base: ['c', 'b', 'a', 'x', 'd'], end: ['c', 'x', 'd', 'b', 'a'] };
    for (const [sort, order] of Object.entries(orders)) {
      const clone = world.clone(projectId, { pull: { sort } });
      clone.write(EN, { c: 'C', b: 'B', a: 'A', d: 'D' });
      clone.write(DE, { c: 'C', x: 'X', d: 'D' });
      expect((await clone.run('pull')).exit).toBe(0);
      expect(Object.keys(clone.json(DE))).toEqual(order);
    }
  });

  it('adds empty texts for missing translations if the configuration requires it', async () => {
    const projectId = await world.createProject({ a: 'A', item_one: '1', item_other: '{{count}}' });
    await world.tenant.client.i18n.locales.create({ projectId, code: 'ja' });
    await world.put(projectId, { a: 'A de' }, 'de');
    await world.put(projectId, { a: 'A ja' }, 'ja');
    const clone = world.clone(projectId);
    await clone.run('pull');
    expect(clone.json(DE)).toEqual({ a: 'A de' });
    clone.write('parlance.json', { ...clone.json('parlance.json'), pull: { empty: 'empty' } });
    expect((await clone.run('pull')).json.data.files).toMatchObject([{ added: 2 }, { added: 1 }]);
    expect(clone.json(DE)).toEqual({ a: 'A de', item_one: '', item_other: '' });
    expect(clone.json('locales/ja.json')).toEqual({ a: 'A ja', item_other: '' });
    expect((await clone.run('diff')).exit).toBe(0);
    expect((await clone.run('push', '--all')).json.data.pushed).toEqual([]);
    await world.put(projectId, { item_one: 'eins' }, 'de');
    await world.put(projectId, { b: 'B' });
    await clone.run('pull');
    expect(clone.json(DE)).toEqual({ a: 'A de', b: '', item_one: 'eins', item_other: '' });
    expect((await clone.run('pull')).json.data.files).toEqual([]);
    const keyId = (await world.keyId(projectId, 'b'))!;
    await world.tenant.client.i18n.keys.delete({ projectId, keyId });
    await clone.run('pull');
    expect(clone.json(DE)).toHaveProperty('b');
    await clone.run('pull', '--prune');
    expect(clone.json(DE)).toEqual({ a: 'A de', item_one: 'eins', item_other: '' });
  });

  it('rewrites a file that has no place for a text', async () => {
    const projectId = await world.createProject({ 'a.b': 'B' });
    const clone = world.clone(projectId, { files: [{ path: 'locales/{locale}.json' }] });
    clone.write(EN, '{ "a": {"b": "B"} }');
    await world.put(projectId, { a: 'A' });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ a: 'A', 'a.b': 'B' });
  });

  it('reports a conflict instead of losing texts if the sync token is unknown', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const clone = world.clone(projectId);
    await clone.run('pull');
    clone.write('parlance.lock', { version: 1, projects: { [projectId]: { at: 't1.nonsense' } } });
    await world.put(projectId, { a: 'A there' });
    const { exit, json } = await clone.run('pull');
    expect(exit).toBe(4);
    expect(json.data.conflicts).toMatchObject([{ base: null, file: 'A', project: 'A there' }]);
  });
});
