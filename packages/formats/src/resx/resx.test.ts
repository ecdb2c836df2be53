import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { defaultExpected } from '../../test/conformance/case.ts';
import { testConformance } from '../../test/conformance/conformance.ts';
import { hostileNames, hostileTexts } from '../../test/conformance/data.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inChunks,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { aboutOf } from '../../test/entries.ts';
import { hasToolkit, readWithToolkit } from '../../test/toolkit.ts';
import { type FileRow, FormatError } from '../format.ts';
import { isXmlText } from '../xliff/inline/characters.ts';
import { readComment } from './comments.ts';
import { resx } from './resx.ts';

const writing = {
  label: 'in one locale',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['en'],
} as const;

const conformance: Parameters<typeof testConformance>[0] = {
  format: resx,
  writings: [writing],
  keeps: { descriptions: true, states: false },
  canCarry: isXmlText,
  canName: (name) => !name.startsWith('>>'),
  expected: (rows, by) =>
    defaultExpected(conformance, rows, by).map(({ description, ...row }) => {
      const kept = readComment(description ?? '').description;
      return kept === '' ? row : { ...row, description: kept };
    }),
  readsUtf16: true,
  fileWith: (raw) =>
    `<root>\n<data name="a" xml:space="preserve"><value>${raw}</value></data>\n</root>`,
  deepFile: (depth) => ['<root>', '<metadata>'.repeat(depth)],
};

testConformance(conformance);

const read = (file: string | Uint8Array) =>
  collectRows(resx, inOneChunk(Buffer.from(file)), readOptions(writing));

const textsOf = async (file: string) =>
  (await read(file)).rows.map(({ name, values }) => [name, values[0]!.text]);

async function faultOf(file: string): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

const row = (name: string, text: string, description?: string): FileRow => ({
  name,
  ...(description === undefined ? {} : { description }),
  values: [{ localeTag: 'en', text }],
});

const patch = (base: string | Uint8Array, rows: FileRow[], missing: 'keep' | 'remove' = 'keep') =>
  collectPatch(resx, Buffer.from(base), rows, { ...writing, limits: TEST_LIMITS, missing });

const BASE = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <!-- Microsoft ResX Schema -->
  <xsd:schema id="root" xmlns="" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <xsd:element name="data"><xsd:complexType /></xsd:element>
  </xsd:schema>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <assembly alias="System.Drawing" name="System.Drawing" />
  <data name="Title" xml:space="preserve">
    <value>Books &amp; {0:N2}</value>
    <comment>At the top</comment>
  </data>
  <data name="Own" xml:space="preserve" own="x">
    <value />
  </data>
  <data name="Logo" type="System.Resources.ResXFileRef, System.Windows.Forms">
    <value>logo.png;System.Drawing.Bitmap</value>
  </data>
  <data name="Icon" mimetype="application/x-microsoft.net.object.binary.base64">
    <value>AAEAAAD</value>
  </data>
  <data name="&gt;&gt;button.Name" xml:space="preserve">
    <value>button</value>
  </data>
  <data name="button.Text" type="System.String, mscorlib" xml:space="preserve">
    <value>Save</value>
  </data>
</root>
`;

describe('the reader of RESX', () => {
  it('reads texts with their comments, and ignores entries of other types', async () => {
    const { rows, warnings } = await read(BASE);
    expect(rows).toEqual([
      row('Title', 'Books & {0:N2}', 'At the top'),
      row('Own', ''),
      row('button.Text', 'Save'),
    ]);
    expect(warnings).toMatchObject([{ path: 'Logo', code: 'binary_skipped' }]);
    expect(warnings[0]!.message).toContain('3 entries');
  });

  it('reads white space as .NET does', async () => {
    const data = (name: string, attribute: string, value: string) =>
      `<data name="${name}"${attribute}><value>${value}</value></data>`;
    const file = `<root>${data('a', '', ' \n ')}${data('b', ' xml:space="preserve"', ' \n ')}${data('c', '', ' x ')}${data('d', ' xml:space="default"', ' ')}</root>`;
    expect(await textsOf(file)).toEqual([
      ['a', ''],
      ['b', ' \n '],
      ['c', ' x '],
      ['d', ''],
    ]);
    const inner = '<root><data name="a"><value xml:space="preserve"> </value></data></root>';
    expect(await textsOf(inner)).toEqual([['a', ' ']]);
    expect((await patch(inner, [row('a', '\t')])).bytes.toString()).toBe(
      inner.replace('> <', '>\t<'),
    );
    expect(await textsOf(file.replace('<root>', '<root xml:space="preserve">'))).toEqual([
      ['a', ' \n '],
      ['b', ' \n '],
      ['c', ' x '],
      ['d', ''],
    ]);
  });

  it('reads white space next to CDATA, comments and references as Mono does', async () => {
    const texts = {
      '<![CDATA[  ]]>': '  ',
      ' <![CDATA[ ]]> ': ' ',
      '\n  <![CDATA[<b>]]>\n': '<b>',
      ' x<![CDATA[ ]]>y ': ' x y ',
      '&#32;': ' ',
      ' &#9; ': ' \t ',
      '&#x20;': '',
      ' <!-- c --> ': '',
    };
    const entries = Object.keys(texts).map(
      (raw, index) => `<data name="a${index}"><value>${raw}</value></data>`,
    );
    const file = `<root>${entries.join('')}</root>`;
    const expected = Object.values(texts);
    expect((await textsOf(file)).map(([, text]) => text)).toEqual(expected);
    const { rows } = await collectRows(
      resx,
      inChunks(
        Buffer.from(file),
        [...file].map((_, index) => index),
      ),
      readOptions(writing),
    );
    expect(rows.map(({ values }) => values[0]!.text)).toEqual(expected);
    const preserving = file.replaceAll('<value>', '<value xml:space="preserve">');
    expect((await textsOf(preserving)).map(([, text]) => text)).toEqual([
      '  ',
      '   ',
      '\n  <b>\n',
      ' x y ',
      ' ',
      ' \t ',
      ' ',
      '  ',
    ]);
  });

  it('reads back the CDATA section and the white space around it that a patch keeps', async () => {
    const layout = '\n    <![CDATA[<b>]]>\n  ';
    const file = `<root><data name="a"><value>${layout}</value></data></root>`;
    const changed = async (base: string, text: string) =>
      (await patch(base, [row('a', text)])).bytes.toString();
    expect(await changed(file, '<i>')).toBe(file.replace('<b>', '<i>'));
    expect(await changed(file, '\t')).toBe(file.replace('<b>', '\t'));
    const preserving = file.replace('<value>', '<value xml:space="preserve">');
    expect(await changed(preserving, '<i>')).toBe(preserving.replace(layout, '&lt;i&gt;'));
    for (const base of [file, preserving]) {
      for (const text of ['', ' ', '<i>', ']]>', 'x\n'])
        expect(await textsOf(await changed(base, text))).toEqual([['a', text]]);
    }
  });

  it('reads {Locked} as a text that must not be translated, and ignores other marks', async () => {
    const file = (comment: string) =>
      `<root><data name="a"><value>x</value><comment>${comment}</comment></data></root>`;
    expect((await read(file('{Locked}'))).rows).toEqual([
      { ...row('a', 'x'), translatable: false },
    ]);
    expect((await read(file('{Locked} a name'))).rows).toEqual([
      { ...row('a', 'x', 'a name'), translatable: false },
    ]);
    const partly = '{Locked="dotnet"} {MaxLength=20}';
    expect((await read(file(partly))).rows).toEqual([row('a', 'x', partly)]);
  });

  it('detects UTF-16 by its byte order mark, and reads CDATA', async () => {
    const file =
      '<?xml version="1.0" encoding="utf-16"?><root><data name="a"><value><![CDATA[<é>]]></value></data></root>';
    const little = Buffer.from(`\ufeff${file}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect((await read(bytes)).rows).toEqual([row('a', '<é>')]);
    }
  });

  it.each([
    ['<root>\n<data><value>x</value></data></root>', 2, 1, '', 'no name'],
    ['<root><data name="a"/>\n<data name="a"/></root>', 2, 1, 'a', 'first used on line 1'],
    ['<data/>', 1, 1, '', 'must be <root>'],
    ['<root><data name="a"><value>x<b>y</b></value></data></root>', 1, 30, 'a', 'a <b>'],
    ['<root><data name="a"><value/><value/></data></root>', 1, 30, 'a', 'two <value>'],
    ['<root><data name="a"><value>&x;</value></data></root>', 1, 29, 'a', 'entity'],
    ['<root><data name="a"><value>x', 1, 30, 'a', 'unclosed'],
    ['<?xml version="1.0" encoding="utf-7"?><root/>', 1, 1, '', 'encoding'],
  ])('rejects %j and names the position of the fault', async (file, line, column, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, path });
    expect(fault.column).toBe(column);
    expect(fault.message.toLowerCase()).toContain(part.toLowerCase());
  });

  it('rejects any DOCTYPE, which other programs would fetch or expand', async () => {
    for (const doctype of [
      'root',
      'root SYSTEM "http://127.0.0.1:1/x"',
      'root [<!ENTITY x "y">]',
    ]) {
      const fault = await faultOf(`<!DOCTYPE ${doctype}><root/>`);
      expect(fault).toMatchObject({ line: 1, column: 1 });
      expect(fault.message).toContain('DOCTYPE');
    }
  });

  it('takes linear time for hostile files', async () => {
    const growth = await growthOf(200_000, async (size) => {
      const files = [
        `<root>${'<data name="x" type="y"/>'.repeat(size / 25)}`,
        `<root><data name="a"><value>${'&#65;'.repeat(size / 5)}`,
        `<root><data name="a"><value>${'<![CDATA[x]]>'.repeat(size / 13)}`,
        `<root><data name="a" ${'x '.repeat(size / 2)}`,
      ];
      for (const file of files) await rejection(read(file));
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('the writer of RESX', () => {
  it('writes the headers of .NET, then the texts with their comments', async () => {
    const rows = [
      row('a', ' <x>\r\n'),
      { ...row('b"', 'y', 'note'), translatable: false as const },
    ];
    const file = Buffer.from(await collectBytes(resx.write(batches(rows), writing))).toString();
    expect(file).toContain(
      '<resheader name="resmimetype">\n    <value>text/microsoft-resx</value>',
    );
    expect(file.slice(file.indexOf('  <data'))).toBe(`  <data name="a" xml:space="preserve">
    <value> &lt;x&gt;&#13;
</value>
  </data>
  <data name="b&quot;" xml:space="preserve">
    <value>y</value>
    <comment>{Locked} note</comment>
  </data>
</root>
`);
  });
});

describe('the writer of RESX, given a name of the designer,', () => {
  it('rejects the name, because no reader would find its text', async () => {
    const fault = await rejection(collectBytes(resx.write(batches([row('>>a', 'x')]), writing)));
    expect(fault).toMatchObject({ path: '>>a' });
  });
});

describe('a patch of a RESX file', () => {
  it('keeps schema, headers, objects, attributes and the layout', async () => {
    const rows = [row('Title', 'Bücher {0:N2}'), row('new', 'N', 'note'), row('Own', 'O')];
    for (const newline of ['\n', '\r\n']) {
      const base = BASE.replaceAll('\n', newline);
      const { bytes, report } = await patch(base, rows);
      const added = ['', '  <data name="new" xml:space="preserve">', '    <value>N</value>'];
      const entry = [...added, '    <comment>note</comment>', '  </data>'].join(newline);
      expect(bytes.toString()).toBe(
        base
          .replace('Books &amp; {0:N2}', 'Bücher {0:N2}')
          .replace('<value />', '<value>O</value>')
          .replace(`</comment>${newline}  </data>`, `$&${entry}`),
      );
      expect(report).toMatchObject({ replaced: 2, inserted: 1 });
    }
  });

  it('removes entries with their lines, and inserts into files without entries', async () => {
    const { bytes } = await patch(BASE, [row('Own', '')], 'remove');
    expect(bytes.toString()).toBe(
      BASE.replace(/ {2}<data name="Title"[\s\S]*?<\/data>\n/, '').replace(
        / {2}<data name="button.Text"[\s\S]*?<\/data>\n/,
        '',
      ),
    );
    const entry = '  <data name="a" xml:space="preserve">\n    <value>1</value>\n  </data>';
    for (const [base, filled] of [
      ['<root>\n</root>\n', `<root>\n${entry}\n</root>\n`],
      ['<root />', `<root>\n${entry}\n</root>`],
    ] as const) {
      expect((await patch(base, [row('a', '1')])).bytes.toString()).toBe(filled);
    }
  });

  it('writes a missing value, keeps CDATA, and sets xml:space to preserve white space', async () => {
    const base =
      '<root><data name="a" xml:space="default"/><data name="b"></data><data name="c"><value><![CDATA[<x>]]></value></data><data name="d"><value>x</value></data></root>';
    const rows = [row('a', ' '), row('b', '2'), row('c', '<y>\n'), row('d', '\t')];
    const { bytes } = await patch(base, rows);
    expect(bytes.toString()).toBe(
      '<root><data xml:space="preserve" name="a"><value> </value></data><data name="b"><value>2</value></data><data name="c"><value><![CDATA[<y>\n]]></value></data><data xml:space="preserve" name="d"><value>\t</value></data></root>',
    );
    expect((await read(bytes)).rows.map(({ values }) => values[0]!.text)).toEqual([
      ' ',
      '2',
      '<y>\n',
      '\t',
    ]);
  });

  it('rejects a text with the name of an object in the file', async () => {
    const base =
      '<root>\n  <data name="Icon" type="System.Drawing.Icon" mimetype="x"><value>AA</value></data>\n</root>\n';
    const { bytes, report } = await patch(base, [row('Icon', 'x'), row('a', '1')], 'remove');
    expect(bytes.toString()).toBe(
      base.replace(
        '</data>\n',
        '$&  <data name="a" xml:space="preserve">\n    <value>1</value>\n  </data>\n',
      ),
    );
    expect(report).toMatchObject({ inserted: 1, refused: [{ path: 'Icon', code: 'no_place' }] });
  });

  it('keeps the encoding UTF-16, the byte order and the byte order mark', async () => {
    const file = '\ufeff<root><data name="a"><value>é</value></data></root>';
    const little = Buffer.from(file, 'utf16le');
    const changed = Buffer.from(file.replace('é', '漢😀'), 'utf16le');
    const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
    for (const [base, expected] of [
      [little, changed],
      [swapped(little), swapped(changed)],
    ] as const) {
      expect((await patch(base, [row('a', '漢😀')])).bytes.equals(expected)).toBe(true);
    }
  });
});

describe.skipIf(!hasToolkit)('translate-toolkit (skipped if it is not installed)', () => {
  it('reads written and patched files', async () => {
    const able = [...hostileTexts, ...hostileNames].filter(
      (text) => isXmlText(text) && text.trim() !== '' && text.trim() === text,
    );
    const rows = able.map((text, index) =>
      row(`key${index}`, text.replaceAll('\r', ''), `note ${index}`),
    );
    const bytes = await collectBytes(resx.write(batches(rows), writing));
    const class_ = ['resx', 'RESXFile'] as const;
    expect(readWithToolkit(class_, bytes)).toEqual(rows.map(aboutOf));
    const changed = rows.map((one, index) => ({ ...one, values: rows.at(-1 - index)!.values }));
    const patched = await patch(bytes, changed);
    expect(readWithToolkit(class_, patched.bytes)).toEqual(changed.map(aboutOf));
  });
});
