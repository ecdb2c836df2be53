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
  it('writes the files of all locales, with prefixes and spellings of paths', async () => {
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
      [{ code: 'unread_file', file: 'app/values-de_DE/shop.json' }],
    ]);
    expect(clone.json('app/values/shop.json')).toEqual({ a: 'A', b: 'B' });
    expect(clone.json('app/values-de/shop.json')).toEqual({ a: 'A de' });
    expect(clone.read('en/all.yaml')).toContain('other: "O"');
    expect((await clone.run('diff')).exit).toBe(0);
  });

  it('finds files by wildcards, and puts those of other locales beside them', async () => {
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

  it('parlance pull and push read the source texts of a template', async () => {
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

  it('changes only the texts of PO files', async () => {
    const projectId = await world.createProject({ Open: 'Open', Close: 'Close' });
    await world.put(projectId, { Open: 'Auf' }, 'de');
    const clone = world.clone(projectId, { files: [{ path: 'po/{locale}.po' }] });
    const source = '# by xgettext\nmsgid "Open"\nmsgstr ""\n\nmsgid "Close"\nmsgstr ""\n';
    const target =
      'msgid ""\nmsgstr "X-Tool: x\\n"\n\n#: a.c:1\nmsgid "Open"\nmsgstr ""\n"Auf"\n\n#  later\nmsgid   "Close"\nmsgstr ""\n\n#~ msgid "Old"\n#~ msgstr "Alt"\n';
    clone.write('po/en.po', source);
    clone.write('po/de.po', target);
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('po/de.po')).toBe(target);
    await world.put(projectId, { Open: 'Öffnen', Close: 'Zu' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('po/en.po')).toBe(source);
    expect(clone.read('po/de.po')).toBe(
      target.replace('""\n"Auf"', '"Öffnen"').replace('"Close"\nmsgstr ""', '"Close"\nmsgstr "Zu"'),
    );
  });

  it('changes only the texts of a string catalog, which has all locales', async () => {
    const projectId = await world.createProject({ 'Open %@': 'Open %@', 'a.title': 'Title' });
    await world.put(projectId, { 'Open %@': 'Auf: %@' }, 'de');
    const path = 'App/Localizable.xcstrings';
    const clone = world.clone(projectId, { files: [{ path }] });
    const unit = (value: string, state = 'translated') =>
      `{ "stringUnit" : { "state" : "${state}", "value" : "${value}" } }`;
    const file = `{
  "sourceLanguage" : "en",
  "strings" : {
    "a.title" : {
      "extractionState" : "manual",
      "localizations" : {
        "en" : ${unit('Title', 'new')}
      }
    },
    "Open %@" : {
      "localizations" : {
        "de" : ${unit('Auf: %@')}
      },
      "unknown" : [ 1, 2 ]
    }
  },
  "version" : "1.0"
}`;
    clone.write(path, file);
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read(path)).toBe(file);
    await world.put(projectId, { 'Open %@': 'Öffnen: %@' }, 'de');
    await world.put(projectId, { 'a.title': 'New title' });
    expect((await clone.run('pull')).exit).toBe(0);
    const pulled = file.replace('Auf: %@', 'Öffnen: %@').replace('"Title"', '"New title"');
    expect(clone.read(path)).toBe(pulled);
    clone.write(path, pulled.replace('Öffnen', 'Mach auf'));
    expect((await clone.run('push', '--all')).exit).toBe(0);
    expect(await world.texts(projectId, 'de')).toEqual({ 'Open %@': 'Mach auf: %@' });
  });

  it('keeps variables and their types in .stringsdict files, and adds forms to them', async () => {
    const projectId = await world.createProject({
      'files.one': '%lu file',
      'files.other': '%lu files',
    });
    await world.put(projectId, { 'files.other': '%lu Dateien' }, 'de');
    const clone = world.clone(projectId, {
      files: [{ path: '{locale:apple}.lproj/A.stringsdict' }],
    });
    const variable = (forms: string) => `<plist version="1.0">
<dict>
  <key>files</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key><string>%#@count@</string>
    <key>count</key>
    <dict>
      <key>NSStringFormatValueTypeKey</key><string>lu</string>${forms}
    </dict>
  </dict>
</dict>
</plist>
`;
    const form = (category: string, text: string) =>
      `\n      <key>${category}</key>\n      <string>${text}</string>`;
    const source = variable(form('one', '%lu file') + form('other', '%lu files'));
    clone.write('en.lproj/A.stringsdict', source);
    clone.write('de.lproj/A.stringsdict', variable(form('other', '%lu Dateien')));
    expect((await clone.run('pull')).exit).toBe(0);
    await world.put(projectId, { 'files.one': '%lu Datei', 'files.other': '%lu Stück' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('en.lproj/A.stringsdict')).toBe(source);
    expect(clone.read('de.lproj/A.stringsdict')).toBe(
      variable(form('one', '%lu Datei') + form('other', '%lu Stück')),
    );
  });

  it('parlance pull and push of a CSV file with descriptions keep them', async () => {
    const projectId = await world.createProject();
    const clone = world.clone(projectId, { files: [{ path: 'texts.csv' }] });
    clone.write('texts.csv', 'key,description,en,de\na,A button,A,\nb,,B,B de\n');
    expect((await clone.run('push', '--all')).exit).toBe(0);
    const { data } = await world.tenant.client.i18n.keys.list({ projectId });
    expect(data.map(({ description }) => description)).toEqual(['A button', '']);
    await world.put(projectId, { a: 'A de' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('texts.csv')).toBe('key,description,en,de\na,A button,A,A de\nb,,B,B de\n');
  });

  it('writes the forms of a plural into a new .stringsdict file as a plural', async () => {
    const texts = { 'files.one': '%d file', 'files.other': '%d files' };
    const projectId = await world.createProject(texts);
    await world.put(projectId, { 'files.one': '%d Datei', 'files.other': '%d Dateien' }, 'de');
    const path = '{locale:apple}.lproj/A.stringsdict';
    const clone = world.clone(projectId, { files: [{ path }] });
    const form = (category: string) =>
      `<key>${category}</key><string>${texts[`files.${category}` as keyof typeof texts]}</string>`;
    clone.write(
      'en.lproj/A.stringsdict',
      `<plist version="1.0"><dict><key>files</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@count@</string><key>count</key><dict><key>NSStringFormatValueTypeKey</key><string>d</string>${form('one')}${form('other')}</dict></dict></dict></plist>`,
    );
    expect((await clone.run('pull')).exit).toBe(0);
    const written = clone.read('de.lproj/A.stringsdict');
    expect(written).toMatch(/<key>files<\/key>\s*<dict>\s*<key>NSStringLocalizedFormatKey/);
    expect(written).not.toContain('files.one');
    expect((await clone.run('diff')).exit).toBe(0);
  });

  it('keeps what only the file changed', async () => {
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

  it('writes no file at all if one of them has a conflict', async () => {
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
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ new: 'A' });
    await world.tenant.client.i18n.keys.update({ projectId, keyId, name: 'newest' });
    await world.put(projectId, { newest: 'B' });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ newest: 'B' });
  });

  it('nests new texts in a file that has no nested name yet, as the other files of its entry do', async () => {
    const projectId = await world.createProject({ 'a.b': 'B', c: 'C' });
    await world.put(projectId, { c: 'C de' }, 'de');
    const clone = world.clone(projectId, { files: [{ path: 'locales/{locale}.json' }] });
    clone.write(EN, { a: { b: 'B' }, c: 'C' });
    clone.write(DE, { c: 'C de' });
    await world.put(projectId, { 'a.b': 'B de' }, 'de');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.json(DE)).toEqual({ c: 'C de', a: { b: 'B de' } });
  });

  it('keeps nested files nested, and line ends as they are', async () => {
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

  it('changes only the texts of Android files, with the escapes of Compose where they belong', async () => {
    const base = `<resources>\n  <!-- A -->\n  <string name='a'  tools="no">A</string>\n  <color name="c">#f00</color>\n</resources>`;
    const projectId = await world.createProject({ a: 'A' });
    const escaped = {
      'res/values/strings.xml': "Don\\'t \\u0020\\n",
      'composeResources/values/strings.xml': "Don't  \\n",
    };
    for (const [path, raw] of Object.entries(escaped)) {
      const pattern = path.replace('values', 'values{-locale:android}');
      const clone = world.clone(projectId, { files: [{ path: pattern }] });
      clone.write(path, base);
      await world.put(projectId, { a: 'A' });
      expect((await clone.run('pull')).exit).toBe(0);
      expect(clone.read(path)).toBe(base);
      await world.put(projectId, { a: "Don't  \n" });
      expect((await clone.run('pull')).exit).toBe(0);
      expect(clone.read(path)).toBe(base.replace('>A<', `>${raw}<`));
      clone.write('parlance.lock', { version: 1, projects: {} });
      // The comment is the only thing that the project does not have.
      const { pushed } = (await clone.run('push')).json.data as { pushed: { updated: number }[] };
      expect(pushed.filter(({ updated }) => updated > 0)).toEqual([]);
    }
  });

  it('writes the forms of a plural into new files of Android and gettext as a plural', async () => {
    const texts = { 'files.one': '%d file', 'files.other': '%d files' };
    const projectId = await world.createProject(texts);
    const ru = { 'files.one': '%d файл', 'files.few': '%d файла', 'files.many': '%d файлов' };
    await world.put(projectId, ru, 'ru');
    const android = world.clone(projectId, {
      files: [{ path: 'res/values{-locale:android}/strings.xml' }],
    });
    android.write(
      'res/values/strings.xml',
      '<resources>\n    <plurals name="files">\n        <item quantity="one">%d file</item>\n        <item quantity="other">%d files</item>\n    </plurals>\n</resources>\n',
    );
    expect((await android.run('pull')).exit).toBe(0);
    const items = Object.entries({ ...ru, 'files.other': '%d файлов' }).map(
      ([name, text]) => `        <item quantity="${name.slice(6)}">${text}</item>\n`,
    );
    expect(android.read('res/values-ru/strings.xml')).toContain(
      `    <plurals name="files">\n${items.join('')}    </plurals>\n`,
    );
    const gettext = world.clone(projectId, { files: [{ path: 'po/{locale:posix}.po' }] });
    gettext.write(
      'po/en.po',
      'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "files"\nmsgid_plural "files"\nmsgstr[0] "%d file"\nmsgstr[1] "%d files"\n',
    );
    expect((await gettext.run('pull')).exit).toBe(0);
    expect(gettext.read('po/ru.po')).toContain(
      'msgstr[0] "%d файл"\nmsgstr[1] "%d файла"\nmsgstr[2] "%d файлов"\n',
    );
  });

  it('writes the descriptions of the project into new files of formats with comments', async () => {
    const projectId = await world.createProject({ open: 'Open', close: 'Close' });
    const keyId = (await world.keyId(projectId, 'open'))!;
    const description = 'On the button';
    await world.tenant.client.i18n.keys.update({ projectId, keyId, description });
    await world.put(projectId, { open: 'Auf', close: 'Zu' }, 'de');
    for (const [path, file] of [
      ['values{-locale:android}/s.xml', 'values-de/s.xml'],
      ['{locale:apple}.lproj/A.strings', 'de.lproj/A.strings'],
      ['po/{locale:posix}.po', 'po/de.po'],
      ['{locale}.xlf', 'de.xlf'],
      ['{locale}.csv', 'de.csv'],
      ['App.xcstrings', 'App.xcstrings'],
    ] as const) {
      const clone = world.clone(projectId, { files: [{ path }] });
      expect((await clone.run('pull')).exit).toBe(0);
      expect(clone.read(file), file).toContain(description);
      if (path.endsWith('.xlf')) expect(clone.read(file)).toContain('<source>Open</source>');
    }
  });

  it('writes pseudo-locales from the source files, which other commands then leave alone', async () => {
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
    clone.write('parlance.json', {
      project: projectId,
      files,
      pull: { pseudo: ['en-XA', 'en-XK'] },
    });
    expect((await clone.run('pull')).json.data.pseudo).toEqual([]);
    const pushed = await clone.run('push', '--all');
    expect(pushed.json.data.pushed).toMatchObject([{ locale: 'en' }, { locale: 'en' }]);
    expect(Object.keys(await world.texts(projectId))).toHaveLength(5);
    expect((await clone.run('diff')).exit).toBe(0);
    expect((await clone.run('check', '--offline')).json.data).toMatchObject({ findings: [] });
    for (const tag of ['de', 'de-XL', '../en-XA', 'en-xa']) {
      expect((await clone.run('pull', '--pseudo', tag)).exit).toBe(2);
    }
    await world.tenant.client.i18n.locales.create({ projectId, code: 'de-XA' });
    expect((await clone.run('pull', '--pseudo', 'de-XA')).exit).toBe(2);
  });

  it('puts new texts where the source file has them, or at the end', async () => {
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

  it('adds empty texts for missing translations if the configuration says so', async () => {
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

  it('writes a file again if it has no place for a text', async () => {
    const projectId = await world.createProject({ 'a.b': 'B' });
    const clone = world.clone(projectId, { files: [{ path: 'locales/{locale}.json' }] });
    clone.write(EN, '{ "a": {"b": "B"} }');
    await world.put(projectId, { a: 'A' });
    await clone.run('pull');
    expect(clone.json(EN)).toEqual({ a: 'A', 'a.b': 'B' });
  });

  it('asks again instead of losing texts if the token is unknown', async () => {
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
