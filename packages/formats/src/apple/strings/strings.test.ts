import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../scripts/tests/growth.ts';
import { defaultExpected } from '../../../test/conformance/case.ts';
import { testConformance } from '../../../test/conformance/conformance.ts';
import { hostileNames, hostileTexts } from '../../../test/conformance/data.ts';
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
} from '../../../test/conformance/io.ts';
import { type FileRow, FormatError } from '../../format.ts';
import { descriptionOf } from './comments.ts';
import { strings } from './strings.ts';

const writing = {
  label: 'in one locale',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['de'],
} as const;

const conformance: Parameters<typeof testConformance>[0] = {
  format: strings,
  writings: [writing],
  keeps: { descriptions: true, states: false },
  expected: (rows, by) =>
    defaultExpected(conformance, rows, by).map(({ description, ...row }) => {
      const kept = description === undefined ? undefined : descriptionOf(description);
      return kept === undefined ? row : { ...row, description: kept };
    }),
  readsUtf16: true,
  fileWith: (raw) => `/* note */\n"a" = "${raw}";\n`,
  deepFile: (depth) => ['"a" = ', '('.repeat(depth)],
};

testConformance(conformance);

const options = readOptions(writing);
const encode = (text: string) => new TextEncoder().encode(text);

async function read(file: string | Uint8Array) {
  const bytes = typeof file === 'string' ? encode(file) : file;
  return collectRows(strings, inOneChunk(bytes), options);
}

async function textsOf(file: string | Uint8Array): Promise<[string, string][]> {
  return (await read(file)).rows.map(({ name, values }) => [name, values[0]!.text]);
}

async function faultOf(file: string | Uint8Array): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

const row = (name: string, text: string, description?: string): FileRow => ({
  name,
  ...(description === undefined ? {} : { description }),
  values: [{ localeTag: 'de', text }],
});

const patch = async (
  base: string | Uint8Array,
  rows: FileRow[],
  missing: 'keep' | 'remove' = 'keep',
) => {
  const bytes = typeof base === 'string' ? encode(base) : base;
  return collectPatch(strings, bytes, rows, { ...writing, limits: TEST_LIMITS, missing });
};

describe('the reader of .strings', () => {
  it('reads quoted and bare strings, and uses a key without a value as its own text', async () => {
    const file = `"a" = "x";b=y;'c' = 'it"s';$d/e:f-g_h.1 = 12 ;"Hello";\nWorld ;`;
    expect(await textsOf(file)).toEqual([
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'it"s'],
      ['$d/e:f-g_h.1', '12'],
      ['Hello', 'Hello'],
      ['World', 'World'],
    ]);
  });

  it('reads every escape, and reads an unknown escape as its character', async () => {
    const file = String.raw`"a" = "\a\b\f\n\r\t\v\"\'\?\\\q\U00e9\u00e9\Ud83d\Ude00\U41x\101\0411\200\351";`;
    expect(await textsOf(file)).toEqual([['a', '\u0007\b\f\n\r\t\v"\'?\\qéé😀Ax' + 'A!1\u00a0Ø']]);
    expect(await textsOf('"a" = "one\\\ntwo\nthree";')).toEqual([['a', 'one\ntwo\nthree']]);
  });

  it('uses the comment directly before an entry as its description', async () => {
    const file = `/* Header */

/* first */
"a" = "1"; // behind a
"b" = "2"; /* c's own */ "c" = "3";
// two
//   lines
"d" = "4";
/* old */
/* new */
"e" /* in */ = /* it */ "5" /* ; */ ;
/* No comment provided by engineer. */
"f" = "6";
/* far */

"g" = "7";
`;
    const { rows, warnings } = await read(file);
    expect(rows.map(({ name, description }) => [name, description])).toEqual([
      ['a', 'first'],
      ['b', undefined],
      ['c', "c's own"],
      ['d', 'two\nlines'],
      ['e', 'new'],
      ['f', undefined],
      ['g', undefined],
    ]);
    expect(warnings).toEqual([]);
  });

  it('warns about a comment that exceeds the length of a description', async () => {
    const { rows, warnings } = await read(`/* ${'x'.repeat(30_000)} */\n"a" = "1";`);
    expect(rows).toEqual([row('a', '1')]);
    expect(warnings).toMatchObject([{ path: 'a', code: 'description_too_long' }]);
  });

  it('detects UTF-16 by a byte order mark, or by its zero bytes', async () => {
    const file = '/* Größe */\r\n"a" = "漢字 😀";\r\n';
    const little = Buffer.from(file, 'utf16le');
    const big = Buffer.from(little).swap16();
    const files = [
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ];
    for (const bytes of files) {
      expect((await read(bytes)).rows).toEqual([row('a', '漢字 😀', 'Größe')]);
      const everyByte = Array.from(bytes, (_, index) => index);
      const cut = await collectRows(strings, inChunks(bytes, everyByte), options);
      expect(cut.rows).toEqual([row('a', '漢字 😀', 'Größe')]);
    }
  });

  it.each([
    ['"a" = "b"', 1, 10, 'a', 'semicolon'],
    ['"a" = "b"\n"c" = "d";', 2, 1, 'a', 'semicolon'],
    ['\n"a" "b";', 2, 5, 'a', 'equals sign'],
    ['"a" = ;', 1, 7, 'a', 'a value'],
    ['"a" = "b', 1, 7, 'a', 'the string has no end'],
    ['"a', 1, 1, '', 'the string has no end'],
    ['/* /* */ "a" = "b"; /*', 1, 21, '', 'the comment has no end'],
    ['"a" = "\\U";', 1, 8, 'a', 'hexadecimal'],
    ['"a" = "\\Ud800";', 1, 1, 'a', 'surrogate'],
    ['"a" = "\\000";', 1, 1, 'a', 'U+0000'],
    ['{ "a" = "b"; }', 1, 1, '', '"{"'],
    ['<?xml version="1.0"?>', 1, 1, '', 'XML'],
    ['"a" = "1";\n"b" = "2";\na = "3";', 3, 1, 'a', 'first used on line 1'],
    ['"a" = ("b");', 1, 7, 'a', '"("'],
    ['"a" = "b";;', 1, 11, '', '";"'],
  ])('rejects %j and names the position of the fault', async (file, line, column, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, column, path });
    expect(fault.message).toContain(part);
  });

  it('rejects binary property lists, and UTF-16 with an odd length or a lone surrogate', async () => {
    const utf16 = Buffer.from('\ufeff"a" = "b";\n"c" = "d";', 'utf16le');
    expect(await faultOf(utf16.subarray(0, utf16.length - 1))).toMatchObject({ line: 2 });
    const lone = Buffer.from('\ufeff"a" = "\ud800";', 'utf16le');
    expect((await faultOf(lone)).message).toContain('UTF-16');
    const binary = Buffer.from('bplist00\u00d1\u0001', 'latin1');
    expect((await faultOf(binary)).message).toContain('plutil');
  });

  it('takes linear time for hostile files', async () => {
    const growth = await growthOf(600_000, async (size) => {
      const files = [
        `/*${'*'.repeat(size)}/`,
        '//\n'.repeat(size / 3),
        `"a" = "${'\\'.repeat(Math.floor(size / 40) * 2)}";`,
        '/* /* */ '.repeat(size / 9),
        `"a" = "${'\\'.repeat(Math.floor(size / 40) * 2 - 1)}`,
      ];
      for (const file of files) await rejection(read(file));
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('the writer of .strings', () => {
  it('writes one line for each entry, after the description of the entry', async () => {
    const rows = [
      row('a', 'x'),
      row('b', 'say "it\'s"\n\t\\ é\u0001', 'first */ line\nsecond'),
      row('c', ''),
    ];
    const bytes = await collectBytes(strings.write(batches(rows), writing));
    expect(Buffer.from(bytes).toString()).toBe(
      String.raw`"a" = "x";

/* first * / line
second */
"b" = "say \"it's\"\n\t\\ é\U0001";
"c" = "";
`,
    );
  });
});

describe('a patch of a .strings file', () => {
  const base = `/* Header */

/* first */
  "a" = "1";  // behind
b = 'two';

/* third */
"c";
"d" = "x
y"; /* tail */
`;

  it('keeps quotes, bare keys, comments and raw line breaks', async () => {
    const rows = [row('a', 'A"'), row('b', 'it\'s "b"'), row('c', 'C'), row('d', 'p\nq\\')];
    const { bytes, report } = await patch(base, rows);
    expect(bytes.toString()).toBe(
      base
        .replace('"1"', '"A\\""')
        .replace("'two'", `'it\\'s "b"'`)
        .replace('"c";', '"c" = "C";')
        .replace('"x\ny"', '"p\nq\\\\"'),
    );
    expect(report.replaced).toBe(4);
  });

  it('rejects a base with U+0000 in a comment, as the reader does', async () => {
    expect(await rejection(patch('/* \0 */\n"a" = "1";', [row('a', '1')]))).toMatchObject({
      path: 'a',
      line: 2,
      column: 1,
    });
  });

  it('removes an entry with its comments and one blank line', async () => {
    const rows = [row('b', 'two'), row('d', 'x\ny')];
    const { bytes, report } = await patch(base, rows, 'remove');
    expect(bytes.toString()).toBe(`/* Header */

b = 'two';

"d" = "x
y"; /* tail */
`);
    expect(report.removed).toBe(2);
  });

  it('inserts entries in the style of the file, after comments on the same line', async () => {
    const spaced = '/* 1 */\r\n"a" = "1"; // note\r\n\r\n/* 2 */\r\n"b" = "2";';
    const rows = [row('a', '1'), row('n', 'N', 'new\nkey'), row('b', '2'), row('z', 'Z')];
    const { bytes } = await patch(spaced, rows);
    expect(bytes.toString()).toBe(
      '/* 1 */\r\n"a" = "1"; // note\r\n\r\n/* new\r\nkey */\r\n"n" = "N";\r\n\r\n/* 2 */\r\n"b" = "2";\r\n\r\n"z" = "Z";',
    );
  });

  it('inserts entries on a new line at the position of a removed entry', async () => {
    const file = '/* Header */\n\n"a" = "1";\n/* end */\n';
    const { bytes } = await patch(file, [row('n', 'N'), row('o', 'O')], 'remove');
    expect(bytes.toString()).toBe('/* Header */\n\n"n" = "N";\n"o" = "O";\n/* end */\n');
  });

  it('inserts entries after a blank line if the file has only comments, so that no comment becomes a description', async () => {
    const rows = [row('a', '1'), row('b', '2')];
    const added = '"a" = "1";\n"b" = "2";\n';
    for (const [file, apart] of [
      ['/* only a comment */', '\n\n'],
      ['/* only a comment */\n', '\n'],
      ['/* only a comment */\n\n', ''],
    ] as const) {
      const { bytes } = await patch(file, rows);
      expect(bytes.toString()).toBe(`${file}${apart}${added}`);
      expect((await read(bytes)).rows).toEqual(rows);
    }
  });

  it('keeps the encoding UTF-16, the byte order and the byte order mark', async () => {
    for (const isBig of [false, true]) {
      for (const mark of ['', '\ufeff']) {
        const encodeAs = (text: string) => {
          const bytes = Buffer.from(mark + text, 'utf16le');
          return isBig ? bytes.swap16() : bytes;
        };
        const file = encodeAs('"a" = "é";\r\n"b" = "😀";\r\n');
        const rows = [row('a', 'é'), row('b', '漢😀')];
        const { bytes } = await patch(file, rows);
        expect(bytes.equals(encodeAs('"a" = "é";\r\n"b" = "漢😀";\r\n'))).toBe(true);
      }
    }
  });
});

const hasSfparse = spawnSync('sfparse', ['--help']).error === undefined;

describe.skipIf(!hasSfparse)('sfparse of GNUstep (skipped if it is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const verdictOf = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return spawnSync('sfparse', [path], { encoding: 'utf8' }).stderr;
  };

  it('reads every written or patched entry, and rejects an entry without a semicolon', async () => {
    const texts = [...hostileTexts, ...hostileNames];
    const rows = texts.map((text, index) => row(`${text}${index}`, text, text));
    const bytes = await collectBytes(strings.write(batches(rows), writing));
    expect(verdictOf('written.strings', bytes)).toContain(`seems ok (${rows.length} entries)`);
    const changed = rows.map(({ name }, index) => row(name, texts.at(-index)!));
    const patched = await patch(bytes, [...changed, row('new', 'x', 'note')]);
    expect(verdictOf('patched.strings', patched.bytes)).toContain(
      `seems ok (${rows.length + 1} entries)`,
    );
    expect(verdictOf('bad.strings', '"a" = "b"')).toContain('missing final semicolon');
  });
});
