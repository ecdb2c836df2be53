import { describe, expect, it } from 'vitest';
import {
  entry,
  form,
  patch,
  plist,
  read,
  row,
  textsOf,
  variable,
  write,
} from '../../../test/plists.ts';

describe('a patch of a .stringsdict file', () => {
  const base = plist(`	<!-- Files -->
    <key>files</key>
    <dict>
        <key>NSStringLocalizedFormatKey</key> <string>%#@count@</string>
        <key>count</key>
        <dict>
            <key>other</key> <!-- last --> <string><![CDATA[%lu Dateien]]></string>
            <key>NSStringFormatSpecTypeKey</key> <string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key> <string>lu</string>
        </dict>
    </dict>
${entry('all', '%#@n@ &gt; %@', variable('n', { one: 'eine', other: '%d' }))}
	<key>empty</key><string/>`);

  it('removes an entry with its key if a comment stands between the key and its value', async () => {
    const kept = '\t<key>b</key>\n\t<string>B</string>';
    const file = plist(`\t<key>a</key>\n\t<!-- inside -->\n\t<string>A</string>\n${kept}`);
    expect((await read(file)).rows).toEqual([row('a', 'A'), row('b', 'B')]);
    const { bytes } = await patch(file, [row('b', 'B')], 'remove');
    expect(bytes.toString()).toBe(plist(kept));
  });

  it('keeps variables, value types, comments and layout', async () => {
    const rows = [
      form('files', 'one', 'eine Datei'),
      form('files', 'other', '%lu <Dateien>'),
      row('all', '%@: %#@n@'),
      row('all[n].few', 'wenige'),
      form('all[n]', 'one', 'ein'),
      form('all[n]', 'other', '%d'),
      row('empty', 'voll'),
      row('new', 'N'),
    ];
    const { bytes, report } = await patch(base, rows);
    expect(bytes.toString()).toBe(
      base
        .replace('<![CDATA[%lu Dateien]]>', '%lu &lt;Dateien&gt;')
        .replace(
          '<dict>\n            <key>other',
          '<dict>\n            <key>one</key>\n            <string>eine Datei</string>\n            <key>other',
        )
        .replace('%#@n@ &gt; %@', '%@: %#@n@')
        .replace(
          'eine</string>',
          'ein</string>\n			<key>few</key>\n			<string>wenige</string>',
        )
        .replace(
          '<string/>',
          '<string>voll</string>\n    <key>new</key>\n    <dict>\n        <key>NSStringLocalizedFormatKey</key>\n        <string>N</string>\n    </dict>',
        ),
    );
    expect(report).toEqual({ replaced: 4, inserted: 3, removed: 0, kept: 0, refused: [] });
  });

  it('removes forms and entries, and does not leave a plural without "other"', async () => {
    const rows = [form('all[n]', 'other', '%d'), row('all', '%#@n@ > %@')];
    const { bytes, report } = await patch(base, rows, 'remove');
    expect(textsOf(await read(bytes))).toEqual([
      ['all', '%#@n@ > %@'],
      ['all[n].other', '%d'],
    ]);
    expect(bytes.toString()).not.toContain('Files');
    expect(report.removed).toBe(3);
    const some = await patch(base, [form('all[n]', 'one', 'eine')], 'remove');
    expect(some.report.refused.map(({ path }) => path)).toEqual(['all', 'all[n].other']);
  });

  it('does not remove the form that stands for "other"', async () => {
    const polish = plist(entry('a', '%#@n@', variable('n', { one: '%d plik', many: '%d plików' })));
    const { bytes, report } = await patch(polish, [form('a', 'one', 'plik', 'pl')], 'remove', 'pl');
    expect(report.refused.map(({ path }) => path)).toEqual(['a.many']);
    expect(bytes.toString()).toBe(polish.replace('%d plik<', 'plik<'));
  });

  it('rejects texts with other variables than the base', async () => {
    const rows = [
      row('all', '%#@m@'),
      form('all[n]', 'one', '%#@m@'),
      form('all[m]', 'other', 'x'),
      form('files', 'few', '%#@m@'),
      row('files', 'x'),
    ];
    const { bytes, report } = await patch(base, rows);
    expect(bytes.toString()).toBe(base);
    expect(report.refused.map(({ path }) => path).sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    );
    const sole = await patch(base, [row('all', '%#@n@')]);
    expect(sole.report.refused).toMatchObject([{ path: 'all', code: 'no_place' }]);
  });

  it('changes a derived "other" together with the form that it repeats', async () => {
    const forms = { one: '%d файл', many: '%d файлов', other: '%d файлов' };
    const file = plist(entry('files', '%#@n@', variable('n', forms)));
    const rows = (many: string) => [
      form('files', 'one', '%d файл', 'ru'),
      form('files', 'many', many, 'ru'),
    ];
    const same = await patch(file, rows('%d файлов'), 'remove', 'ru');
    expect(same.bytes.toString()).toBe(file);
    const { bytes } = await patch(file, rows('файлов: %d'), 'remove', 'ru');
    expect(bytes.toString()).toBe(file.replaceAll('%d файлов', 'файлов: %d'));
    expect((await patch(file, [], 'remove', 'ru')).bytes.toString()).toBe(
      plist('').replace('\n\n', '\n'),
    );
  });

  it('fills an empty dictionary, and keeps UTF-16', async () => {
    const empty = plist('').replace('<dict>\n\n</dict>', '<dict/>');
    expect(empty).toContain('<dict/>');
    expect((await patch(empty, [row('a', 'x')])).bytes.toString()).toBe(
      await write([row('a', 'x')]),
    );
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    const file = plist('<key>a</key><string>é</string>').replace('UTF-8', 'UTF-16');
    const { bytes } = await patch(utf16(file), [row('a', '漢😀')]);
    expect(bytes.equals(utf16(file.replace('é', '漢😀')))).toBe(true);
  });
});
