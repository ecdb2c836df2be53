import { getProperties } from 'properties-file';
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
import { hasToolkit, readWithToolkit } from '../../test/toolkit.ts';
import { type Charset, type FileRow, FormatError } from '../format.ts';
import { descriptionOf } from './comments.ts';
import { properties } from './properties.ts';

const utf8 = {
  label: 'in UTF-8',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['en'],
} as const;
const latin1 = { ...utf8, label: 'in ISO-8859-1', charset: 'iso-8859-1' } as const;

const conformance: Parameters<typeof testConformance>[0] = {
  format: properties,
  writings: [utf8, latin1],
  keeps: { descriptions: true, states: false },
  expected: (rows, by) =>
    defaultExpected(conformance, rows, by).map(({ description, ...row }) => {
      const kept = description === undefined ? undefined : descriptionOf(description);
      return kept === undefined ? row : { ...row, description: kept };
    }),
  fileWith: (raw) => `# note\na=${raw}\n`,
  isCuttable: true,
  invalidFiles: [Buffer.from('a=\\u12'), Buffer.from('a=1\na=2')],
  deepFile: (depth) => ['a='.repeat(depth), 'x'.repeat(1_300_000), 'y'.repeat(1_300_000)],
};

testConformance(conformance);

const encode = (text: string) => new TextEncoder().encode(text);
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? encode(file) : file);

const read = (file: string | Uint8Array, charset?: Charset) =>
  collectRows(properties, inOneChunk(bytesOf(file)), {
    ...readOptions(utf8),
    ...(charset && { charset }),
  });

const textsOf = async (file: string | Uint8Array, charset?: Charset) =>
  Object.fromEntries(
    (await read(file, charset)).rows.map(({ name, values }) => [name, values[0]!.text]),
  );

async function faultOf(file: string | Uint8Array): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

const row = (name: string, text: string, description?: string): FileRow => ({
  name,
  ...(description === undefined ? {} : { description }),
  values: [{ localeTag: 'en', text }],
});

const patch = async (
  base: string | Uint8Array,
  rows: FileRow[],
  { missing = 'keep', charset }: { missing?: 'keep' | 'remove'; charset?: Charset } = {},
) => {
  const options = { ...utf8, limits: TEST_LIMITS, missing, ...(charset && { charset }) };
  return collectPatch(properties, bytesOf(base), rows, options);
};

const EVERYTHING = String.raw`! Header

a=b
c:d
e f
  g   =   h  
i\ j=k
l\=m\:n = o
p = \  q
r = s\
    t\
  	u
v\
  w = x
odd = 1\\\
  2
even = 1\\
y
z=
t = \t\n\r\f\z\u00e9\uD83D\uDE00 \\u0041
 == two
= empty
`;
const EVERYTHING_READ = {
  a: 'b',
  c: 'd',
  e: 'f',
  g: 'h  ',
  'i j': 'k',
  'l=m:n': 'o',
  p: '  q',
  r: 'stu',
  vw: 'x',
  odd: '1\\2',
  even: '1\\',
  y: '',
  z: '',
  t: '\t\n\r\fzé😀 \\u0041',
};

describe('the reader of .properties', () => {
  it('reads separators, escapes and continuation lines as java.util.Properties does', async () => {
    const file = EVERYTHING.replace(' == two\n', '');
    const expected = { ...EVERYTHING_READ, '': 'empty' };
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      const variant = file.replaceAll('\n', lineBreak);
      expect(await textsOf(variant), JSON.stringify(lineBreak)).toEqual(expected);
      const bytes = encode(variant);
      const everyByte = Array.from(bytes, (_, index) => index);
      const cut = await collectRows(properties, inChunks(bytes, everyByte), readOptions(utf8));
      expect(cut.rows).toEqual((await read(variant)).rows);
    }
    expect(await textsOf(' == two')).toEqual({ '': '= two' });
    expect(await textsOf('a = b\\')).toEqual({ a: 'b' });
    expect(await textsOf('a = b\\\n\nc = d')).toEqual({ a: 'b', c: 'd' });
    expect(await textsOf('a = b\\\n# c = d')).toEqual({ a: 'b# c = d' });
    expect(await textsOf('# note \\\na = b')).toEqual({ a: 'b' });
  });

  it('uses the comment directly before an entry as its description', async () => {
    const file = '# Header\n\n# one\n!  two\n#\n# three\na=1\nb=2\n#c=3\n\n  # indented\n  d=4\n';
    const { rows } = await read(file);
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['a', 'one\n two\n\nthree'],
      ['b', undefined],
      ['d', 'indented'],
    ]);
    const long = await read(`# ${'x'.repeat(200_000)}\na=1`);
    expect(long.rows).toEqual([row('a', '1')]);
    expect(long.warnings).toMatchObject([{ path: 'a', code: 'description_too_long' }]);
  });

  it('reads ISO-8859-1 only if the caller requests the charset, and otherwise suggests the charset', async () => {
    const file = Buffer.from('# Größe\na=é\\u20ac\n', 'latin1');
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line: 1, isMalformed: true, remedy: 'charset' });
    const { rows } = await read(file, 'iso-8859-1');
    expect(rows).toEqual([row('a', 'é€', 'Größe')]);
    expect(await textsOf('\ufeffa=é', 'iso-8859-1')).toEqual({ a: 'é' });
  });

  it.each([
    ['a=1\nb = \\u12', 2, 5, 'b', 'hexadecimal'],
    ['a=\\\n  \\u00', 2, 3, 'a', 'hexadecimal'],
    ['a\\u=1', 1, 2, '', 'hexadecimal'],
    ['a=1\n  a : 2', 2, 3, 'a', 'first used on line 1'],
    ['a=\\ud800', 1, 1, 'a', 'surrogate'],
    ['a=\\u0000', 1, 1, 'a', 'U+0000'],
  ])('rejects %j and names the position of the fault', async (file, line, column, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, column, path });
    expect(fault.message).toContain(part);
  });

  it('takes linear time for hostile files', async () => {
    const growth = await growthOf(300_000, async (size) => {
      const files = [
        `a=${'\\'.repeat(size)}`,
        `a=${'\\'.repeat(size + 1)}`,
        '#\n'.repeat(size / 2),
        '\\\n'.repeat(size / 2),
        `a=${'\\\n '.repeat(size / 3)}`,
        `${' '.repeat(size)}=`,
        '=\r'.repeat(size / 2),
      ];
      for (const file of files) await rejection(read(file));
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('the writer of .properties', () => {
  const rows = [row('a b', ' x '), row('#c', '=é\n\\', 'Größe\n\n"€"'), row('d:e', '')];
  const written = async (charset?: Charset) => {
    const options = { ...utf8, ...(charset && { charset }) };
    return Buffer.from(await collectBytes(properties.write(batches(rows), options))).toString();
  };

  it('writes one line for each entry, after the description of the entry', async () => {
    expect(await written()).toBe(
      'a\\ b=\\ x\\u0020\n\n# Größe\n#\n# "€"\n\\#c=\\=é\\n\\\\\nd\\:e=\n',
    );
  });

  it('writes only ASCII for readers of ISO-8859-1', async () => {
    expect(await written('iso-8859-1')).toBe(
      'a\\ b=\\ x\\u0020\n\n# Gr\\u00f6\\u00dfe\n#\n# "\\u20ac"\n\\#c=\\=\\u00e9\\n\\\\\nd\\:e=\n',
    );
  });
});

describe('a patch of a .properties file', () => {
  it('keeps separators, blanks, comments and the lines of unchanged texts', async () => {
    const base = EVERYTHING.replace('= empty\n', '');
    const { rows: before } = await read(base);
    const rows = before.map((file) =>
      ['g', 'r', 'y'].includes(file.name) ? row(file.name, 'N') : file,
    );
    const { bytes, report } = await patch(base, rows);
    expect(bytes.toString()).toBe(
      base
        .replace('=   h  ', '=   N')
        .replace('s\\\n    t\\\n  \tu', 'N')
        .replace('\ny\n', '\ny=N\n'),
    );
    expect(report.replaced).toBe(3);
  });

  it('rejects a base with U+0000 in a comment, as the reader does', async () => {
    expect(await rejection(patch('# \0\na=1', [row('a', '1')]))).toMatchObject({
      path: 'a',
      line: 2,
      column: 1,
    });
  });

  it('writes new characters in the style of the file', async () => {
    const escaped = await patch('a=\\u00E9\nb=x\n', [row('b', 'é€')]);
    expect(escaped.bytes.toString()).toBe('a=\\u00E9\nb=\\u00e9\\u20ac\n');
    const raw = await patch('# é\na=é\\u20ac\nb=x\n', [row('b', 'é€')]);
    expect(raw.bytes.toString()).toBe('# é\na=é\\u20ac\nb=é€\n');
    const file = Buffer.from('a=é\nb=x\n', 'latin1');
    const old = await patch(file, [row('b', 'é€')], { charset: 'iso-8859-1' });
    expect(old.bytes.toString('latin1')).toBe('a=é\nb=é\\u20ac\n');
    const ascii = await patch('b=x\n', [row('b', 'é')], { charset: 'iso-8859-1' });
    expect(ascii.bytes.toString()).toBe('b=\\u00e9\n');
  });

  it('removes entries with their comments, and inserts entries in the style of the file', async () => {
    const base = '# one\r\na : 1\r\n\r\n# two\r\nb : 2\r\n\r\nc : 3\\';
    const rows = [row('a', '1'), row('n', 'N', 'new'), row('c', '3'), row('z', 'Z')];
    const { bytes } = await patch(base, rows, { missing: 'remove' });
    expect(bytes.toString()).toBe(
      '# one\r\na : 1\r\n\r\n# new\r\nn : N\r\n\r\nc : 3\r\n\r\nz : Z\\',
    );
    expect(await textsOf(bytes)).toEqual({ a: '1', n: 'N', c: '3', z: 'Z' });
  });

  it('removes the backslash at the end of the file with the last entry', async () => {
    const rows = [row('a', '1')];
    const removed = await patch('a=1\nb=2\\', rows, { missing: 'remove' });
    expect(removed.bytes.toString()).toBe('a=1\n');
    const replaced = await patch('b=2\\', rows, { missing: 'remove' });
    expect(await textsOf(replaced.bytes)).toEqual({ a: '1' });
  });

  it('inserts entries after a blank line if the file has only comments, so that no comment becomes a description', async () => {
    const rows = [row('a', '1'), row('b', '2', 'note')];
    const { bytes } = await patch('# License\r\n#old=1', rows);
    expect(bytes.toString()).toBe('# License\r\n#old=1\r\n\r\na=1\r\n# note\r\nb=2\r\n');
    expect((await read(bytes)).rows).toEqual(rows);
  });

  it('inserts entries on a new line at the position of a removed entry', async () => {
    for (const [base, patched] of [
      ['a=1\n #end\n', 'n=N\n #end\n'],
      ['#\r\n\r\na=1\r\n\r\n!end', '#\r\n\r\nn=N\r\n!end'],
      ['#\n\n# one\na=1\n\n# two\nb=2\n\t\n', '#\n\nn=N\n'],
    ] as const) {
      const { bytes } = await patch(base, [row('n', 'N')], { missing: 'remove' });
      expect(bytes.toString()).toBe(patched);
    }
  });

  it('starts a new line after a text that ends with a backslash and a CR', async () => {
    const rows = [row('b', 'x'), row('c', '3')];
    const { bytes } = await patch('#\nb=x\\\r', rows);
    expect(await textsOf(bytes)).toEqual({ b: 'x', c: '3' });
  });
});

describe('a .properties file for other tools', () => {
  const texts = [...hostileTexts, ...hostileNames];
  const rows = texts.map((text, index) => row(`${text}${index}`, text));
  const wanted = Object.fromEntries(rows.map(({ name, values }) => [name, values[0]!.text]));

  it('has the same texts for properties-file when it is written or patched', async () => {
    for (const writing of [utf8, latin1]) {
      const bytes = await collectBytes(properties.write(batches(rows), writing));
      expect(getProperties(Buffer.from(bytes).toString())).toEqual(wanted);
      const changed = rows.map(({ name }, index) => row(name, texts.at(-index)!));
      const patched = await patch(bytes, changed);
      expect(getProperties(patched.bytes.toString())).toEqual(await textsOf(patched.bytes));
    }
    const file = EVERYTHING.replace(' == two\n', '');
    expect(getProperties(file)).toEqual(await textsOf(file));
  });
});

describe.skipIf(!hasToolkit)('translate-toolkit (skipped if it is not installed)', () => {
  it('reads written files in both charsets', async () => {
    const texts = ["It's {0}", 'Größe €', 'a\nb', 'a = b: c', '😀', '\\', ' a ', '#'];
    const rows = texts.map((text, index) => row(`key.${index}`, text, `note ${index}`));
    for (const [reader, writing] of [
      ['javautf8file', utf8],
      ['javafile', latin1],
    ] as const) {
      const bytes = await collectBytes(properties.write(batches(rows), writing));
      const found = readWithToolkit(['properties', reader], bytes);
      expect(found).toEqual(texts.map((text, index) => [`key.${index}`, text, `# note ${index}`]));
    }
  });
});
