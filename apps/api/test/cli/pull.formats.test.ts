import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

describe('parlance pull', () => {
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

  it('creates the file of another locale from the source file in formats with one locale per file', async () => {
    const cases = [
      {
        pattern: 'r/m{_locale:java}.properties',
        source: ['r/m.properties', '! Header\n\n# Menu\nopen : Open \\\n  {0}\nmore=More\n'],
        target: ['r/m_pt_BR.properties', '! Header\n\n# Menu\nopen : Abrir {0}\n'],
      },
      {
        pattern: 'S{.locale}.resx',
        source: [
          'S.resx',
          '<root><data name="open" own="x"><value>Open {0}</value></data>\n<data name="more"><value>More</value></data></root>',
        ],
        target: [
          'S.pt-BR.resx',
          '<root><data name="open" own="x"><value>Abrir {0}</value></data>\n</root>',
        ],
      },
      {
        pattern: 'l/app_{locale:posix}.arb',
        source: [
          'l/app_en.arb',
          '{\n  "@@locale": "en",\n  "open": "Open {0}",\n  "@open": {"placeholders": {}},\n  "more": "More"\n}\n',
        ],
        target: [
          'l/app_pt_BR.arb',
          '{\n  "@@locale": "pt_BR",\n  "open": "Abrir {0}",\n  "@open": {"placeholders": {}}\n}\n',
        ],
      },
      {
        pattern: '_locales/{locale:chrome}/messages.json',
        format: 'chrome',
        source: [
          '_locales/en/messages.json',
          '{"open":{"message":"Open {0}","placeholders":{"a":{"content":"$1"}}},"more":{"message":"More"}}',
        ],
        target: [
          '_locales/pt_BR/messages.json',
          '{"open":{"message":"Abrir {0}","placeholders":{"a":{"content":"$1"}}}}',
        ],
      },
      {
        pattern: 'lang/{locale}.json',
        format: 'formatjs',
        source: [
          'lang/en.json',
          '{"open":{"defaultMessage":"Open {0}","description":"d"},"more":{"defaultMessage":"More"}}',
        ],
        target: ['lang/pt-BR.json', '{"open":{"defaultMessage":"Abrir {0}","description":"d"}}'],
      },
    ] as const;
    for (const { pattern, source, target, ...given } of cases) {
      const projectId = await world.createProject({ open: 'Open {0}', more: 'More' });
      await world.put(projectId, { open: 'Abrir {0}' }, 'pt-BR');
      const clone = world.clone(projectId, { files: [{ path: pattern, ...given }] });
      clone.write(source[0], source[1]);
      expect((await clone.run('pull')).exit, pattern).toBe(0);
      expect(clone.read(source[0])).toBe(source[1]);
      expect(clone.read(target[0])).toBe(target[1]);
      expect((await clone.run('pull')).exit).toBe(0);
      expect(clone.read(target[0])).toBe(target[1]);
    }
  });

  it('adds the placeholders of the source file to a new entry of a browser extension', async () => {
    const projectId = await world.createProject({ hi: 'Hi $USER$', bye: 'Bye' });
    await world.put(projectId, { bye: 'Tschüs', hi: 'Hallo $USER$' }, 'de');
    const files = [{ path: '_locales/{locale:chrome}/messages.json', format: 'chrome' }];
    const clone = world.clone(projectId, { files });
    const user = '"placeholders": {"user": {"content": "$1"}}';
    clone.write(
      '_locales/en/messages.json',
      `{"hi": {"message": "Hi $USER$", ${user}}, "bye": {"message": "Bye"}}`,
    );
    clone.write('_locales/de/messages.json', '{\n  "bye": {"message": "Tschüs"}\n}\n');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(JSON.parse(clone.read('_locales/de/messages.json'))).toEqual({
      bye: { message: 'Tschüs' },
      hi: { message: 'Hallo $USER$', placeholders: { user: { content: '$1' } } },
    });
  });

  it('updates the placeholders of a changed entry of a browser extension from its source entry', async () => {
    const projectId = await world.createProject({ share: 'Share on $SITE$' });
    await world.put(projectId, { share: 'Auf $SITE$ teilen' }, 'de');
    const files = [{ path: '_locales/{locale:chrome}/messages.json', format: 'chrome' }];
    const clone = world.clone(projectId, { files });
    const fileOf = (message: string, placeholders: Record<string, { content: string }>) => ({
      share: { message, placeholders },
    });
    clone.write(
      '_locales/en/messages.json',
      fileOf('Share on $SITE$', { site: { content: '$1' } }),
    );
    clone.write(
      '_locales/de/messages.json',
      fileOf('Auf $SITE$ teilen', { site: { content: '$1' } }),
    );
    expect((await clone.run('pull')).exit).toBe(0);
    const declared = { what: { content: '$1' }, site: { content: '$2' } };
    clone.write('_locales/en/messages.json', fileOf('Share $WHAT$ on $SITE$', declared));
    expect((await clone.run('push')).exit).toBe(0);
    await world.translate(projectId, { share: ['$WHAT$ auf $SITE$ teilen', 'translated'] });
    expect((await clone.run('pull')).exit).toBe(0);
    expect(JSON.parse(clone.read('_locales/de/messages.json'))).toEqual(
      fileOf('$WHAT$ auf $SITE$ teilen', declared),
    );
    await world.put(projectId, { share: 'Mit $WEM$ teilen' }, 'fr');
    const refused = await clone.run('pull');
    expect(refused.exit).toBe(1);
    expect(JSON.stringify(refused.json)).toContain('$wem$');
    expect(existsSync(join(clone.root, '_locales/fr'))).toBe(false);
  });

  it('escapes the texts of an ASCII .properties file like the files beside it', async () => {
    const projectId = await world.createProject({ a: 'Size', b: 'B' });
    await world.put(projectId, { a: 'Taille \u00e9lev\u00e9e' }, 'fr');
    await world.put(projectId, { b: 'B' }, 'it');
    const files = [{ path: 'm{_locale:java}.properties' }];
    const clone = world.clone(projectId, { files });
    clone.write('m.properties', 'a=Size\nb=B\n');
    clone.write('m_fr.properties', 'a=Taille \\u00e9lev\\u00e9e\r\n');
    clone.write('m_it.properties', 'b=B\n');
    expect((await clone.run('pull')).exit).toBe(0);
    for (const locale of ['de', 'it']) await world.put(projectId, { a: 'Gr\u00f6\u00dfe' }, locale);
    expect((await clone.run('pull')).exit).toBe(0);
    expect(clone.read('m_de.properties')).toBe('a=Gr\\u00f6\\u00dfe\r\n');
    expect(clone.read('m_it.properties')).toBe('b=B\na=Gr\\u00f6\\u00dfe\n');
  });

  it('keeps ISO-8859-1 in .properties files if the configuration names this charset', async () => {
    const projectId = await world.createProject({ a: 'A', b: 'B' });
    await world.put(projectId, { a: 'Ä', b: '€ ö' }, 'de');
    const files = [{ path: 'm{_locale:java}.properties', charset: 'iso-8859-1' }];
    const clone = world.clone(projectId, { files });
    clone.write('m.properties', 'a=A\nb=B\n');
    writeFileSync(join(clone.root, 'm_de.properties'), '! ü\na=Ä\n', 'latin1');
    expect((await clone.run('pull')).exit).toBe(0);
    expect(readFileSync(join(clone.root, 'm_de.properties'), 'latin1')).toBe(
      '! ü\na=Ä\nb=\\u20ac ö\n',
    );
  });

  it('changes only the texts of a string catalog, which contains all locales', async () => {
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

  it('keeps variables and their types in .stringsdict files, and adds forms to the variables', async () => {
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

  it('keeps the descriptions of a CSV file, which a push sends', async () => {
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

  it('changes only the texts of Android files, with the escapes of Android or of Compose', async () => {
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
      // The comment is the only change that the project does not have.
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
});
