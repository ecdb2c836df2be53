import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { testConformance } from '../../test/conformance/conformance.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { aboutOf, describedOf } from '../../test/entries.ts';
import { hasToolkit, readWithToolkit } from '../../test/toolkit.ts';
import { type FileRow, FormatError } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { arb } from './arb.ts';

const writing = {
  label: 'in one locale',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['en'],
} as const;

const conformance: Parameters<typeof testConformance>[0] = {
  format: arb,
  writings: [writing],
  keeps: { descriptions: true, states: false },
  expected: (rows, by) => describedOf(conformance, rows, by),
  canName: (name) => !name.startsWith('@'),
  fileWith: (raw) => `{\n  "a": "${raw}"\n}`,
  deepFile: (depth) => ['{"@a":', '{"a":'.repeat(depth)],
};

testConformance(conformance);

const read = (file: string, localeTag = 'en') =>
  collectRows(arb, inOneChunk(Buffer.from(file)), { ...readOptions(writing), localeTag });

async function faultOf(file: string): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

const row = (name: string, text: string, description?: string, localeTag = 'en'): FileRow => ({
  name,
  ...(description === undefined ? {} : { description }),
  values: [{ localeTag, text }],
});

const BASE = `{
    "@@locale": "en",
    "@@last_modified": "2026-01-01T00:00:00.000Z",
    "title": "Books",
    "count": "{n, plural, one {# book} other {# books}}",
    "@count": {
        "description": "Below the title",
        "placeholders": { "n": { "type": "int", "example": "3" } },
        "x-own": true
    },
    "@orphan": {}
}
`;

describe('the reader of ARB', () => {
  it('reads texts with their descriptions in any order', async () => {
    const { rows, warnings } = await read(BASE);
    expect(rows).toEqual([
      row('title', 'Books'),
      row('count', '{n, plural, one {# book} other {# books}}', 'Below the title'),
    ]);
    expect(warnings).toEqual([]);
    const sorted = '{"@a":{"description":"A"},"@b":{"description":"B"},"a":"1","b":"2"}';
    expect((await read(sorted)).rows).toEqual([row('a', '1', 'A'), row('b', '2', 'B')]);
    const late = await read('{"a":"1","b":"2","@a":{"description":"A"}}');
    expect(late.rows).toEqual([row('a', '1'), row('b', '2')]);
    expect(late.warnings).toMatchObject([{ path: 'a', code: 'description_skipped' }]);
  });

  it('accepts other spellings of the locale of the import, and an equivalent tag', async () => {
    for (const locale of ['pt_BR', 'pt-BR', 'pt']) {
      const { rows } = await read(`{"@@locale":"${locale}","a":"1"}`, 'pt-BR');
      expect(rows).toEqual([row('a', '1', undefined, 'pt-BR')]);
    }
  });

  it.each([
    ['{"@@locale": "de"}', 1, 14, '@@locale', 'is de, not en'],
    ['{"@@locale": {}}', 1, 14, '@@locale', 'not a locale'],
    ['{\n"a": 1}', 2, 6, 'a', 'must be a string'],
    ['{"a": null}', 1, 7, 'a', 'must be a string'],
    ['{"a": {"b": "c"}}', 1, 7, 'a', 'must be a string'],
    ['{"@a": "b"}', 1, 8, '@a', 'must be an object'],
    ['{"@a": {"description": 1}}', 1, 24, 'a', 'must be a string'],
    ['["a"]', 1, 1, '', 'must be an object'],
    ['{"a":"1","a":"2"}', 1, 10, '', 'duplicate member'],
  ])('rejects %j and names the position of the fault', async (file, line, column, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, column, path });
    expect(fault.message).toContain(part);
  });

  it('takes linear time for hostile files', async () => {
    const growth = await growthOf(40_000, async (size) => {
      const files = [
        `{${Array.from({ length: size / 4 }, (_, n) => `"@${n}":{"description":"x"}`).join(',')}}`,
        `{"@a":{"placeholders":{${Array.from({ length: size }, (_, n) => `"${n}":{}`).join(',')}}}}`,
      ];
      for (const file of files) await rejection(read(file));
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});

describe('the writer of ARB', () => {
  it('writes the locale first, and each description after its text', async () => {
    const rows = [row('a', 'x', undefined, 'zh-Hant-TW'), row('b', 'y', 'note', 'zh-Hant-TW')];
    const options = { ...writing, localeTags: ['zh-Hant-TW'] };
    const bytes = await collectBytes(arb.write(batches(rows), options));
    expect(Buffer.from(bytes).toString()).toBe(
      '{\n  "@@locale": "zh_Hant_TW",\n  "a": "x",\n  "b": "y",\n  "@b": {\n    "description": "note"\n  }\n}\n',
    );
  });
});

describe('a patch of an ARB file', () => {
  const patch = (base: string, rows: FileRow[], missing: 'keep' | 'remove') =>
    collectPatch(arb, Buffer.from(base), rows, { ...writing, limits: TEST_LIMITS, missing });

  it('keeps placeholders, other members, orphans and the layout', async () => {
    const rows = [row('title', 'Bücher'), row('count', 'x'), row('new', 'N', 'note')];
    const { bytes, report } = await patch(BASE, rows, 'keep');
    expect(bytes.toString()).toBe(
      BASE.replace('"Books"', '"Bücher"')
        .replace('"{n, plural, one {# book} other {# books}}"', '"x"')
        .replace(
          '"x-own": true\n    },',
          '"x-own": true\n    },\n    "new": "N",\n    "@new": {\n        "description": "note"\n    },',
        ),
    );
    expect(report).toMatchObject({ replaced: 2, inserted: 1 });
  });

  it('inserts a text before its attributes if the file already has them', async () => {
    const base = '{\n  "a": "A",\n  "@b": { "type": "text" },\n  "@c": {}\n}\n';
    const rows = [row('a', 'A'), row('b', 'B', 'note'), row('d', 'D'), row('c', 'C')];
    const { bytes, report } = await patch(base, rows, 'remove');
    expect(bytes.toString()).toBe(
      '{\n  "a": "A",\n  "d": "D",\n  "b": "B",\n  "@b": { "type": "text" },\n  "c": "C",\n  "@c": {}\n}\n',
    );
    expect(report).toMatchObject({ inserted: 3, refused: [] });
  });

  it('inserts texts with the line breaks of the file, even after a blank line and into an empty object', async () => {
    const { bytes } = await patch('{\r\n\r\n\t"a": "A"\r\n}', [row('b', 'B')], 'keep');
    expect(bytes.toString()).toBe('{\r\n\r\n\t"a": "A",\r\n\t"b": "B"\r\n}');
    const empty = await patch('{\r\n}\r\n', [row('b', 'B')], 'keep');
    expect(empty.bytes.toString()).toBe('{\r\n  "b": "B"\r\n}\r\n');
  });

  it('removes a text together with its attributes', async () => {
    const { bytes } = await patch(BASE, [row('title', 'Books')], 'remove');
    expect(bytes.toString()).toBe(
      `${BASE.slice(0, BASE.indexOf(',\n    "count"'))},\n    "@orphan": {}\n}\n`,
    );
  });

  it('creates the file of another locale with the new locale and the placeholders of the source', async () => {
    const rows = [row('count', '{n, plural, other {# livros}}', undefined, 'pt-BR')];
    const pieces: Uint8Array[] = [];
    const options = { ...writing, from: 'en', to: 'pt-BR', limits: TEST_LIMITS };
    for await (const piece of deriveFile(arb, Buffer.from(BASE), batches(rows), options)) {
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).toString()).toBe(
      BASE.replace('"en"', '"pt_BR"')
        .replace('    "title": "Books",\n', '')
        .replace('{n, plural, one {# book} other {# books}}', '{n, plural, other {# livros}}'),
    );
  });
});

describe('an ARB file', () => {
  const SOURCE =
    '{"@@locale":"en","a":"{n} of {total}","@a":{"placeholders":{"n":{"type":"int"},"total":{"type":"int"}}},"b":"By {who}","@b":{"description":"d","placeholders":{"who":{"type":"String"}}}}';
  const patch = (base: string, rows: FileRow[]) =>
    collectPatch(arb, Buffer.from(base), rows, {
      ...writing,
      localeTags: ['de'],
      limits: TEST_LIMITS,
      missing: 'keep',
      sibling: Buffer.from(SOURCE),
    });
  const rows = [
    row('a', '{n} von {total}', undefined, 'de'),
    row('b', 'Von {who}', undefined, 'de'),
  ];

  it('gets the placeholders of the template for changed and new texts if it has attributes', async () => {
    const base =
      '{\n  "a": "{n}",\n  "@a": {\n    "placeholders": {\n      "n": {"type": "String"}\n    }\n  }\n}\n';
    const { bytes } = await patch(base, rows);
    const { '@@locale': _, ...source } = JSON.parse(SOURCE);
    expect(JSON.parse(bytes.toString())).toEqual({
      ...source,
      a: '{n} von {total}',
      b: 'Von {who}',
    });
  });

  it('gets no attributes if it has none, because gen-l10n uses the attributes of the template', async () => {
    const { bytes } = await patch('{\n  "a": "{n}"\n}\n', rows);
    expect(bytes.toString()).toBe('{\n  "a": "{n} von {total}",\n  "b": "Von {who}"\n}\n');
  });
});

describe('an ARB file for other tools', () => {
  it('has messages that the parser of FormatJS reads', async () => {
    const { rows } = await read(BASE);
    for (const { values } of rows) expect(parse(values[0]!.text).length).toBeGreaterThan(0);
  });

  it.skipIf(!hasToolkit)(
    'has the same texts for translate-toolkit (skipped if it is not installed)',
    async () => {
      const rows = [row('a', 'Größe "x"', 'note'), row('b', "It's {n}"), row('c', 'a\nb 😀')];
      const bytes = await collectBytes(arb.write(batches(rows), writing));
      const found = readWithToolkit(['jsonl10n', 'ARBJsonFile'], bytes);
      const texts = found.filter(([name]) => !name.startsWith('@'));
      expect(texts).toEqual(rows.map(aboutOf));
    },
  );
});
