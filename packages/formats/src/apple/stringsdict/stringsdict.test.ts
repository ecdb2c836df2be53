import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../scripts/tests/growth.ts';
import { testConformance } from '../../../test/conformance/conformance.ts';
import { hostileNames, hostileTexts } from '../../../test/conformance/data.ts';
import { collectRows, inChunks, readOptions, rejection } from '../../../test/conformance/io.ts';
import {
  DOCTYPE,
  entry,
  faultOf,
  form,
  patch,
  plist,
  read,
  row,
  textsOf,
  variable,
  write,
  writing,
} from '../../../test/plists.ts';
import { type FileRow, FormatError } from '../../format.ts';
import { isXmlText } from '../../xliff/inline/characters.ts';
import { stringsdict } from './stringsdict.ts';

testConformance({
  format: stringsdict,
  writings: [writing],
  keeps: { descriptions: false, states: false },
  canCarry: isXmlText,
  readsUtf16: true,
  fileWith: (raw) => plist(`<key>a</key>\n<string>${raw}</string>`),
  deepFile: (depth) => [
    '<plist version="1.0"><dict><key>a</key>',
    '<dict><key>b</key>'.repeat(depth),
  ],
});

describe('the reader of .stringsdict', () => {
  it('reads a single variable as the family of the key, with the domain of its type', async () => {
    const file = plist(
      `${entry('files', '%#@count@', variable('count', { one: '%d Datei', other: '%d Dateien' }))}
${entry('km', '%#@n@', variable('n', { one: '%.1f Kilometer', other: '%.1f km' }, '.1f'))}`,
    );
    const { rows, warnings } = await read(file);
    expect(rows).toEqual([
      form('files', 'one', '%d Datei'),
      form('files', 'other', '%d Dateien'),
      { ...row('km.one', '%.1f Kilometer'), plural: { family: 'km', category: 'one' } },
      { ...row('km.other', '%.1f km'), plural: { family: 'km', category: 'other' } },
    ]);
    expect(warnings).toEqual([]);
  });

  it('reads a format with variables, which may refer to each other', async () => {
    const folders = variable('folders', { one: 'einem Ordner', other: '%2$lu Ordnern' }, 'lu');
    const files = variable('files', { other: '%1$lu in %2$#@folders@' }, 'lu');
    const file = plist(
      `${entry('all', '%1$#@files@', files, folders)}\n${entry('100%', '100%% #@ %@')}`,
    );
    expect(textsOf(await read(file))).toEqual([
      ['all', '%1$#@files@'],
      ['all[files].other', '%1$lu in %2$#@folders@'],
      ['all[folders].one', 'einem Ordner'],
      ['all[folders].other', '%2$lu Ordnern'],
      ['100%', '100%% #@ %@'],
    ]);
  });

  it('reads variants for widths and devices, and plain strings', async () => {
    const file = plist(`	<key>a</key><string>plain</string>
	<key>w</key><dict><key>NSStringVariableWidthRuleType</key>
		<dict><key>20</key><string>short</string><key>50</key><string>long</string></dict></dict>
	<key>d</key><dict><key>NSStringDeviceSpecificRuleType</key><dict>
		<key>mac</key><string>Click</string><key>other</key>
		<dict>
			<key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
			${variable('n', { other: 'Tap %d' })}
		</dict></dict></dict>`);
    expect(textsOf(await read(file))).toEqual([
      ['a', 'plain'],
      ['w[width=20]', 'short'],
      ['w[width=50]', 'long'],
      ['d[device=mac]', 'Click'],
      ['d[device=other].other', 'Tap %d'],
    ]);
  });

  it('uses the comment before an entry as the description of its texts', async () => {
    const files = entry('files', '%#@n@', variable('n', { one: 'eine', other: '%d' }));
    const file = plist(`<!-- In the list -->\n${files}\n	<key>b</key><string>x</string>`);
    const { rows } = await read(file);
    expect(rows.map(({ description }) => description)).toEqual([
      'In the list',
      'In the list',
      undefined,
    ]);
    const long = await read(plist(`<!-- ${'x'.repeat(10_001)} --><key>b</key><string>x</string>`));
    expect(long.rows).toEqual([row('b', 'x')]);
    expect(long.warnings).toMatchObject([{ path: 'b', code: 'description_too_long' }]);
  });

  it('reads a plural of integers without "other" if no integer has the category "other" in the language', async () => {
    const forms = variable('n', { one: '%d plik', few: '%d pliki', many: '%d plików' });
    const file = plist(entry('files', '%#@n@', forms));
    expect(textsOf(await read(file, 'pl')).map(([name]) => name)).toEqual([
      'files.one',
      'files.few',
      'files.many',
    ]);
    for (const [text, locale] of [
      [file, 'de'],
      [file.replace('<string>d</string>', '<string>f</string>'), 'pl'],
      [file.replace('many', 'two'), 'pl'],
    ] as const) {
      expect(await rejection(read(text, locale))).toBeInstanceOf(FormatError);
    }
  });

  it('leaves out an "other" that only repeats "many" in Russian', async () => {
    const forms = { one: '%d файл', few: '%d файла', many: '%d файлов', other: '%d файлов' };
    const file = plist(entry('files', '%#@n@', variable('n', forms)));
    expect(textsOf(await read(file, 'ru')).map(([name]) => name)).toEqual([
      'files.one',
      'files.few',
      'files.many',
    ]);
    const fraction = file.replace('<string>d</string>', '<string>f</string>');
    expect((await read(fraction, 'ru')).rows).toHaveLength(4);
    expect(
      (
        await read(
          file.replace('файлов</string>\n		</dict>', 'файла</string>\n		</dict>'),
          'ru',
        )
      ).rows,
    ).toHaveLength(4);
  });

  it('warns about rules of an unknown type', async () => {
    const other = variable('g', { other: 'x' }).replace('Plural', 'Gender');
    const { rows, warnings } = await read(plist(entry('a', 'Hi %#@g@', other)));
    expect(textsOf({ rows })).toEqual([['a', 'Hi %#@g@']]);
    expect(warnings).toMatchObject([{ path: 'g', code: 'rules_skipped' }]);
  });

  it('reads UTF-16 in chunks of any size, and reads entities of XML', async () => {
    const file = plist('<key>a</key><string>漢字 &amp; 😀&#10;</string>').replace(
      'UTF-8',
      'UTF-16',
    );
    const bytes = Buffer.from(`\ufeff${file}`, 'utf16le');
    expect((await read(bytes)).rows).toEqual([row('a', '漢字 & 😀\n')]);
    const everyByte = Array.from(bytes, (_, index) => index);
    const cut = await collectRows(stringsdict, inChunks(bytes, everyByte), readOptions(writing));
    expect(cut.rows).toEqual([row('a', '漢字 & 😀\n')]);
  });

  const plural = (forms: Record<string, string>) => entry('a', '%#@n@', variable('n', forms));

  it.each([
    ['no "other"', plist(plural({ one: 'x' })), 9, 'a', 'other'],
    ['a variable without a dictionary', plist(entry('a', '%#@n@')), 8, 'a', 'no dictionary'],
    ['an unknown variable in a form', plist(plural({ other: '%#@m@' })), 16, 'a', '"m"'],
    ['a variable in itself', plist(plural({ other: '%#@n@' })), 16, 'a', 'itself'],
    ['a plain text with a variable', plist('<key>a</key><string>%#@n@</string>'), 5, 'a', '"n"'],
    ['no format', plist('<key>a</key><dict></dict>'), 5, 'a', 'NSStringLocalizedFormatKey'],
    ['a number', plist('<key>a</key><integer>1</integer>'), 5, 'a', '<integer>'],
    [
      'an array as a form',
      plist(plural({ other: 'MARK' }).replace('<string>MARK</string>', '<array/>')),
      16,
      'a',
      '<array>',
    ],
    [
      'a duplicate entry',
      plist('<key>a</key><string/>\n<key>a</key><string/>'),
      6,
      'a',
      'first used on line 5',
    ],
    [
      'a duplicate form',
      plist(plural({ other: 'x</string>\n<key>other</key><string>' })),
      17,
      'a',
      'first used on line 15',
    ],
    [
      'a duplicate name',
      plist(
        '<key>b[width=1]</key><string/><key>b</key><dict><key>NSStringVariableWidthRuleType</key><dict><key>1</key><string/></dict></dict>',
      ),
      5,
      'b[width=1]',
      'duplicate',
    ],
    ['a key without a value', plist('<key>a</key>'), 5, 'a', 'no value'],
    ['two keys in a row', plist('<key>a</key><key>b</key>'), 5, 'a', 'no value'],
    ['a value without a key', plist('<string>a</string>'), 5, '', '<key>'],
    ['text between elements', plist('text'), 5, '', 'text outside'],
    ['an unknown element', plist('<key>a</key><b/>'), 5, 'a', '<b>'],
    ['an element in a text', plist('<key>a</key><string><b/></string>'), 5, 'a', '<b>'],
    ['another root', '<resources/>', 1, '', '<plist>'],
    ['no dictionary', '<plist version="1.0"></plist>', 1, '', 'dictionary'],
    ['an array as root', '<plist version="1.0"><array/></plist>', 1, '', '<dict>'],
    ['a second dictionary', '<plist version="1.0"><dict/><dict/></plist>', 1, '', '<dict>'],
    ['another encoding', plist('').replace('UTF-8', 'UTF-7'), 1, '', 'UTF-7'],
    ['a character reference to U+0000', plist('<key>a</key><string>&#0;</string>'), 5, 'a', ''],
    ['two roots', plist('') + plist(''), 8, '', ''],
    ['CDATA without an end', plist('<key>a</key><string><![CDATA[x</string>'), 8, 'a', ''],
  ])('rejects %s and names the position of the fault', async (_, file, line, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, path });
    expect(fault.message).toContain(part);
  });

  it('accepts only the DOCTYPE of Apple, and rejects entity declarations and other DTDs', async () => {
    const bomb = `<!DOCTYPE plist [<!ENTITY a "ha">${Array.from({ length: 50 }, (_, n) => `<!ENTITY a${n} "${n === 0 ? '&a;&a;' : `&a${n - 1};&a${n - 1};`}">`).join('')}]>`;
    const doctypes = [
      bomb,
      DOCTYPE.replace('www.apple.com', 'example.com'),
      DOCTYPE.replace('">', '" [<!ENTITY a "b">]>'),
      '<!DOCTYPE plist SYSTEM "file:///etc/passwd">',
    ];
    for (const doctype of doctypes) {
      const fault = await faultOf(
        plist('<key>a</key><string>x</string>').replace(DOCTYPE, doctype),
      );
      expect(fault.message).toContain('DOCTYPE');
    }
    const undeclared = await faultOf(plist('<key>a</key><string>&a;</string>'));
    expect(undeclared).toMatchObject({ path: 'a', line: 5, isMalformed: true });
    const old = DOCTYPE.replace('Apple//', 'Apple Computer//').replace('http:', 'https:');
    const file = plist('<key>__proto__</key><string>x</string>').replace(DOCTYPE, old);
    expect((await read(file)).rows).toEqual([row('__proto__', 'x')]);
  });

  it('rejects a binary property list and explains how to convert it', async () => {
    const fault = await faultOf(Buffer.from('bplist00\u00d1\u0001', 'latin1'));
    expect(fault.message).toContain('plutil -convert xml1');
  });

  it('takes time in proportion to the size of hostile files', async () => {
    const growth = await growthOf(25_000, async (count) => {
      const many = Array.from({ length: count }, (_, n) => `<key>v${n}</key><dict/>`).join('');
      const skipped = `<array>${'<integer>1</integer>'.repeat(2 * count)}</array>`;
      expect((await faultOf(plist(`<key>a</key><dict>${many}</dict>`))).message).toContain('1000');
      await faultOf(plist(`<key>a</key>${skipped}`));
      await faultOf(plist(`<!-- ${'x'.repeat(200 * count)} -->`));
      await faultOf(`<plist version="${'1'.repeat(200 * count)}"><dict/></plist>`);
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('the writer of .stringsdict', () => {
  it('writes plurals, formats with variables, widths and devices as the reader expects', async () => {
    const rows = [
      { ...row('a', '<b> & "c"'), description: 'note -- here' },
      form('files', 'other', '%lld Dateien'),
      row('all', '%#@n@ von %#@files@'),
      form('all[n]', 'one', 'eine'),
      form('files', 'one', '%lld Datei'),
      form('all[n]', 'other', '%u'),
      form('all[files]', 'other', '%2$.1f Dateien'),
      row('w[width=20]', 'kurz'),
      row('w', 'lang'),
      row('d[device=mac]', 'Klick'),
      form('d[device=other]', 'other', 'Tipp %d'),
    ];
    const file = await write(rows);
    expect(file).toContain('	<!-- note - - here -->\n	<key>a</key>\n	<dict>');
    expect(file).toContain(
      entry(
        'files',
        '%#@value@',
        variable('value', { one: '%lld Datei', other: '%lld Dateien' }, 'lld'),
      ),
    );
    expect(file).toContain(
      entry(
        'all',
        '%#@n@ von %#@files@',
        variable('n', { one: 'eine', other: '%u' }, 'u'),
        variable('files', { other: '%2$.1f Dateien' }, 'f'),
      ),
    );
    const back = await read(file);
    const byName = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
    expect(textsOf(back).sort(byName)).toEqual(textsOf({ rows }).sort(byName));
    expect(await write(back.rows)).toBe(file.replace('- - here', '- - here'));
  });

  it('adds "other" in Russian, and leaves out forms that Apple cannot show', async () => {
    const one = form('files', 'one', '%d файл', 'ru');
    const many = form('files', 'many', '%d файлов', 'ru');
    const file = await write([many, one], 'ru');
    const forms = { one: '%d файл', many: '%d файлов', other: '%d файлов' };
    expect(file).toContain(entry('files', '%#@value@', variable('value', forms)));
    expect((await read(file, 'ru')).rows).toEqual([one, many]);
    const incomplete = [form('a', 'one', 'x'), row('b', '%#@n@'), row('c', 'C')];
    expect(textsOf(await read(await write(incomplete)))).toEqual([['c', 'C']]);
  });

  it('rejects a key with a text and plural forms, in either order', async () => {
    const rows = [row('a', 'x'), form('a', 'other', 'y')];
    for (const both of [rows, rows.toReversed()]) {
      const fault = await rejection(write([row('z', '%#@'), ...both]));
      expect(fault).toBeInstanceOf(FormatError);
      expect((fault as FormatError).message).toContain('"a"');
    }
  });
});

const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;

describe('a written or patched .stringsdict file (skipped if a tool is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stringsdict-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function files(isWanted = (_: string) => true): Promise<[path: string, rows: FileRow[]][]> {
    const texts = [...hostileTexts, ...hostileNames].filter(
      (text) => isXmlText(text) && isWanted(text),
    );
    const rows = texts.flatMap((text, index) => [
      row(`${text}${index}`, text),
      form(`f${index}`, 'one', text),
      form(`f${index}`, 'other', `${text}.`),
    ]);
    const written = Buffer.from(await write(rows));
    const changed = rows.map((own, index) => ({
      ...own,
      values: [{ localeTag: 'de', text: texts.at(-index % texts.length)! }],
    }));
    const patched = await patch(written, [...changed, row('new', 'x')]);
    return [
      ['written', written, rows] as const,
      ['patched', patched.bytes, (await read(patched.bytes)).rows] as const,
    ].map(([name, bytes, expected]) => {
      const path = join(folder, `${name}.stringsdict`);
      writeFileSync(path, bytes);
      return [path, [...expected]];
    });
  }

  it.skipIf(!has('python3', '--version'))("has the same texts in Python's plistlib", async () => {
    const script =
      'import json,plistlib,sys\nprint(json.dumps(plistlib.load(open(sys.argv[1],"rb"))))';
    for (const [path, rows] of await files()) {
      const { stdout, stderr } = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
      expect(stderr).toBe('');
      const found: [string, string][] = [];
      for (const [key, value] of Object.entries(
        JSON.parse(stdout) as Record<string, Record<string, unknown>>,
      )) {
        const forms = value.value as Record<string, string> | undefined;
        if (forms === undefined) found.push([key, value.NSStringLocalizedFormatKey as string]);
        else found.push([`${key}.one`, forms.one!], [`${key}.other`, forms.other!]);
      }
      expect(new Map(found)).toEqual(new Map(textsOf({ rows }) as [string, string][]));
    }
  });

  it.skipIf(!has('xmllint', '--version'))('passes xmllint as well-formed', async () => {
    for (const [path] of await files()) {
      expect(spawnSync('xmllint', ['--noout', '--nonet', path], { encoding: 'utf8' }).stderr).toBe(
        '',
      );
    }
  });

  const isAscii = (text: string) => /^[\0-\x7e]*$/.test(text);

  it.skipIf(!has('plparse', '--help'))(
    "passes GNUstep's plparse if all its texts are ASCII",
    async () => {
      for (const [path] of await files(isAscii)) {
        const { stderr } = spawnSync('plparse', [path], { encoding: 'utf8' });
        expect(stderr).toContain('a dictionary');
      }
    },
  );
});
