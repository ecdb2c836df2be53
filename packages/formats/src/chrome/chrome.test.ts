import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
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
import { type FileRow, FormatError, type PatchOptions } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { chrome } from './chrome.ts';

const writing = {
  label: 'in one locale',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['en'],
} as const;

const conformance: Parameters<typeof testConformance>[0] = {
  format: chrome,
  writings: [writing],
  keeps: { descriptions: true, states: false },
  expected: (rows, by) => describedOf(conformance, rows, by),
  canName: (name) => /^[A-Za-z0-9_@]+$/.test(name),
  identity: (name) => name.toLowerCase(),
  canCarry: (text) => !/\$[A-Za-z0-9_@]+\$/.test(text),
  fileWith: (raw) => `{\n  "a": { "message": "${raw}" }\n}`,
  deepFile: (depth) => ['{"a":', '{"placeholders":'.repeat(depth)],
};

testConformance(conformance);

const read = (file: string, localeTag = 'en') =>
  collectRows(chrome, inOneChunk(Buffer.from(file)), { ...readOptions(writing), localeTag });

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
  "app_name": {
    "message": "Badger"
  },
  "greeting": {
    "description": "At the top",
    "message": "Hello $USER$, $1",
    "placeholders": { "user": { "content": "$1", "example": "Ann" } }
  },
  "bye": { "message": "Bye" }
}
`;

describe('the reader of messages.json', () => {
  it('reads messages and descriptions', async () => {
    const { rows, warnings } = await read(BASE);
    expect(rows).toEqual([
      row('app_name', 'Badger'),
      row('greeting', 'Hello $USER$, $1', 'At the top'),
      row('bye', 'Bye'),
    ]);
    expect(warnings).toEqual([]);
  });

  it('warns about empty messages, which the store rejects', async () => {
    const { rows, warnings } = await read('{"a":{"message":""},"b":{"message":""}}');
    expect(rows).toHaveLength(2);
    expect(warnings).toMatchObject([{ path: 'a', code: 'empty_message' }]);
    expect(warnings[0]!.message).toContain('2 texts');
  });

  it('warns about placeholders that their entries do not declare', async () => {
    const declared = '"placeholders":{"User":{"content":"$1"}}';
    const { warnings } = await read(
      `{"a":{"message":"$USER$ $1 $$5 $$ $ 5$",${declared}},"b":{"message":"$user$ of $all$",${declared}},"c":{"message":"$x$"},"d":{"message":"$$5$$"}}`,
    );
    expect(warnings).toMatchObject([{ path: 'b', code: 'placeholder_undeclared' }]);
    expect(warnings[0]!.message).toContain('3 messages');
  });

  it.each([
    ['pt-BR', []],
    ['es-419', []],
    ['de-AT', ['de_AT']],
    ['zh-Hans', ['zh_Hans']],
  ])(
    'warns about the locale %s only if the store does not support the locale',
    async (localeTag, named) => {
      const { warnings } = await read('{"a":{"message":"x"}}', localeTag);
      expect(warnings.map(({ code }) => code)).toEqual(named.map(() => 'locale_not_in_store'));
      for (const name of named) expect(warnings[0]!.message).toContain(name);
    },
  );

  it.each([
    ['{"a.b":{"message":"x"}}', 1, 8, 'a.b', 'only the characters'],
    ['{"":{"message":"x"}}', 1, 5, '', 'only the characters'],
    ['{"é":{"message":"x"}}', 1, 6, 'é', 'only the characters'],
    ['{"a":"x"}', 1, 6, 'a', 'must be an object'],
    ['{"a":{}}', 1, 6, 'a', 'no "message"'],
    ['{"a":{"message":1}}', 1, 17, 'a', 'must be a string'],
    ['{"a":{"message":"x","description":[]}}', 1, 35, 'a', 'must be a string'],
    ['{"a":{"message":"x"},\n"A":{"message":"y"}}', 2, 5, 'A', 'first used on line 1'],
  ])('rejects %j and names the position of the fault', async (file, line, column, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, column, path });
    expect(fault.message).toContain(part);
  });

  it('reads an entry with 10,000 placeholders, and rejects an entry with 100,000 placeholders', async () => {
    const fileOf = (count: number) =>
      `{"a":{"message":"x","placeholders":{${Array.from({ length: count }, (_, n) => `"p${n}":{"content":"$1"}`).join(',')}}}}`;
    expect((await read(fileOf(10_000))).rows).toEqual([row('a', 'x')]);
    expect((await faultOf(fileOf(100_000))).message).toContain('values');
  });
});

describe('the writer of messages.json', () => {
  it('rejects two names that differ only in case', async () => {
    const rows = [row('Save', 'x'), row('save', 'y')];
    const fault = await rejection(collectBytes(chrome.write(batches(rows), writing)));
    expect(fault).toMatchObject({ path: 'save', message: expect.stringContaining('case') });
  });
});

describe('a patch of messages.json', () => {
  const patch = (base: string, rows: FileRow[], more: Partial<PatchOptions> = {}) =>
    collectPatch(chrome, Buffer.from(base), rows, {
      ...writing,
      limits: TEST_LIMITS,
      missing: 'keep',
      ...more,
    });

  it('keeps placeholders and the layout', async () => {
    const { bytes } = await patch(BASE, [row('greeting', '$USER$!'), row('bye', 'Tschüs')]);
    expect(bytes.toString()).toBe(
      BASE.replace('Hello $USER$, $1', '$USER$!').replace('"Bye"', '"Tschüs"'),
    );
  });

  it('rejects a new name that differs only in case from a name in the file or another new name', async () => {
    const base = '{\n  "Save": { "message": "x" }\n}\n';
    const rows = [row('Save', 'x'), row('save', 'y'), row('open', 'o'), row('Open', 'p')];
    const { bytes, report } = await patch(base, rows);
    expect(bytes.toString()).toBe(
      base.replace(' }\n', ' },\n  "open": {\n    "message": "o"\n  }\n'),
    );
    expect(report).toMatchObject({
      inserted: 1,
      refused: [
        { path: 'save', code: 'no_place' },
        { path: 'Open', code: 'no_place' },
      ],
    });
    const renamed = await patch(base, [row('save', 'y')], { missing: 'remove' });
    expect(JSON.parse(renamed.bytes.toString())).toEqual({ save: { message: 'y' } });
  });

  it('gives a new entry the placeholders of its entry in the source file', async () => {
    const base = '{\n\t"app_name": {\n\t\t"message": "Dachs"\n\t}\n}\n';
    const rows = [row('app_name', 'Dachs'), row('greeting', 'Hallo $USER$'), row('own', 'x')];
    const { bytes } = await patch(base, rows, { sibling: Buffer.from(BASE) });
    expect(bytes.toString()).toBe(
      [
        '{\n\t"app_name": {\n\t\t"message": "Dachs"\n\t},\n\t"greeting": {',
        '\t\t"description": "At the top",\n\t\t"message": "Hallo $USER$",',
        '\t\t"placeholders": {\n\t\t\t"user": {\n\t\t\t\t"content": "$1",\n\t\t\t\t"example": "Ann"\n\t\t\t}\n\t\t}\n\t},',
        '\t"own": {\n\t\t"message": "x"\n\t}\n}\n',
      ].join('\n'),
    );
  });

  it('creates the file of another locale with the placeholders of the source', async () => {
    const rows = [row('greeting', 'Hallo $USER$, $1', undefined, 'de')];
    const pieces: Uint8Array[] = [];
    const options = { ...writing, from: 'en', to: 'de', limits: TEST_LIMITS };
    for await (const piece of deriveFile(chrome, Buffer.from(BASE), batches(rows), options)) {
      pieces.push(piece);
    }
    const written = JSON.parse(Buffer.concat(pieces).toString());
    const { greeting } = JSON.parse(BASE);
    expect(written).toEqual({ greeting: { ...greeting, message: 'Hallo $USER$, $1' } });
  });
});

describe('a patched messages.json', () => {
  const patch = (base: string, rows: FileRow[], source?: string) =>
    collectPatch(chrome, Buffer.from(base), rows, {
      ...writing,
      limits: TEST_LIMITS,
      missing: 'keep',
      ...(source && { sibling: Buffer.from(source) }),
    });

  it('gets the placeholders of the source entry, with their arguments, for a changed text', async () => {
    const base =
      '{\n  "share": {\n    "message": "Auf $SITE$ teilen",\n    "placeholders": {\n      "site": {\n        "content": "$1"\n      }\n    }\n  },\n  "b": {"message": "B"}\n}\n';
    const source = JSON.stringify({
      share: {
        message: 'Share $WHAT$ on $SITE$',
        placeholders: { what: { content: '$1', example: 'a page' }, site: { content: '$2' } },
      },
      b: { message: 'By $who$', placeholders: { Who: { content: '$1' } } },
    });
    const rows = [row('share', '$WHAT$ auf $Site$ teilen'), row('b', 'Von $WHO$')];
    const { bytes, report } = await patch(base, rows, source);
    expect(bytes.toString()).toBe(
      '{\n  "share": {\n    "message": "$WHAT$ auf $Site$ teilen",\n    "placeholders": {\n      "site": {\n        "content": "$2"\n      },\n      "what": {\n        "content": "$1",\n        "example": "a page"\n      }\n    }\n  },\n  "b": {"message": "Von $WHO$",\n    "placeholders": {\n      "Who": {\n        "content": "$1"\n      }\n    }}\n}\n',
    );
    expect(report).toMatchObject({ replaced: 2, refused: [] });
  });

  it('keeps placeholder content in the language of the translation if its arguments match the source', async () => {
    const of = (content: string) =>
      `{"a":{"message":"x","placeholders":{"u":{"content":"${content}"}}}}`;
    const { bytes } = await patch(of('https://de/$1'), [row('a', '$U$')], of('https://en/$1'));
    expect(bytes.toString()).toBe(of('https://de/$1').replace('"x"', '"$U$"'));
  });

  it('cannot have a text with an undeclared placeholder', async () => {
    const base = '{"a":{"message":"x"},"b":{"message":"y"}}';
    const rows = [row('a', '$NAME$'), row('b', 'z'), row('c', '$NAME$')];
    for (const source of [undefined, '{"a":{"message":"$1"}}']) {
      const { report } = await patch(base, rows, source);
      expect(report).toMatchObject({
        replaced: 1,
        inserted: 0,
        refused: [
          { path: 'a', code: 'no_place' },
          { path: 'c', code: 'no_place' },
        ],
      });
      expect(report.refused[0]!.message).toContain('$name$');
    }
    const fault = await rejection(collectBytes(chrome.write(batches([rows[0]!]), writing)));
    expect(fault).toMatchObject({ path: 'a', message: expect.stringContaining('$name$') });
  });

  it('declares the placeholders of every written text with the arguments of the source', async () => {
    const NAMES = ['who', 'what', 'WHERE', 'n_1'];
    const declared = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...NAMES),
        content: fc.constantFrom('$1', '$2', 'page', '$1 of $2'),
      }),
      { selector: ({ name }) => name },
    );
    const entryOf = (list: { name: string; content: string }[]) => ({
      message: 'x',
      ...(list.length === 0
        ? {}
        : {
            placeholders: Object.fromEntries(list.map(({ name, content }) => [name, { content }])),
          }),
    });
    const indent = fc.constantFrom(undefined, 2, '\t');
    const case_ = fc.record({
      source: declared,
      target: fc.option(declared),
      used: fc.array(fc.constantFrom(...NAMES)),
      indent,
      isUpper: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(case_, async ({ source, target, used, indent, isUpper }) => {
        const base = JSON.stringify(
          { z: { message: 'z' }, ...(target && { a: entryOf(target) }) },
          null,
          indent,
        );
        const spelled = used.map(
          (name) => `$${isUpper ? name.toUpperCase() : name.toLowerCase()}$`,
        );
        const text = `text ${spelled.join(' ')}`;
        const { bytes, report } = await patch(
          base,
          [row('a', text)],
          JSON.stringify({ a: entryOf(source) }),
        );
        const find = (list: { name: string; content: string }[] | null, name: string) =>
          list?.find((one) => one.name.toLowerCase() === name.toLowerCase());
        const isKnown = used.every((name) => find(source, name) ?? find(target, name));
        expect(report.refused).toHaveLength(isKnown ? 0 : 1);
        if (!isKnown) return;
        const { a, z } = JSON.parse(bytes.toString());
        expect(z).toEqual({ message: 'z' });
        expect(a.message).toBe(text);
        const written = Object.entries<{ content: string }>(a.placeholders ?? {});
        for (const name of used) {
          const own = written.filter(([one]) => one.toLowerCase() === name.toLowerCase());
          expect(own).toHaveLength(1);
          const args = (content: string) => content.match(/\$\d/g)?.sort();
          const wanted = find(source, name) ?? find(target, name)!;
          expect(args(own[0]![1].content)).toEqual(args(wanted.content));
        }
        expect((await read(bytes.toString())).warnings).toEqual([]);
      }),
      { numRuns: testRuns(200) },
    );
  });
});

describe('a messages.json with comments, which browsers accept', () => {
  const FILE = `// All texts
{
  // The name: "n" { }
  "n": { "message": "Name // no comment" }, /* and
  * so ** on */
  "b": /* b */ { // c
    "message" /**/ : "B" // d
  } // e
} // end`;

  it('has the same texts as without comments, in chunks of any size', async () => {
    const rows = [row('n', 'Name // no comment'), row('b', 'B')];
    expect((await read(FILE)).rows).toEqual(rows);
    expect((await read(FILE.replaceAll('\n', '\r'))).rows).toEqual(rows);
    const pieces = async function* () {
      for (const unit of FILE) yield Buffer.from(unit);
    };
    expect((await collectRows(chrome, pieces(), readOptions(writing))).rows).toEqual(rows);
  });

  it('keeps its comments when a patch adds texts between them', async () => {
    const { bytes } = await collectPatch(
      chrome,
      Buffer.from(FILE),
      [row('n', 'Neu'), row('b', 'B'), row('c', 'C')],
      { ...writing, limits: TEST_LIMITS, missing: 'keep' },
    );
    const patched = bytes.toString();
    expect(patched).toContain('// The name: "n" { }\n  "n": { "message": "Neu" }, /* and');
    for (const comment of FILE.match(/\/\/(?! no).*|\/\*[\s\S]*?\*\//g)!) {
      expect(patched).toContain(comment);
    }
    expect((await read(patched)).rows.map(({ name }) => name)).toEqual(['n', 'b', 'c']);
  });

  it.each([
    ['{"a":{"message":"x"}} /* x', 'inside a comment', 1],
    ['{"a":{"message":"x"}} /', 'inside a comment', 1],
    ['{\n/ "a":{"message":"x"}}', 'expected a comment', 2],
  ])('causes an error if a comment is invalid: %j', async (file, part, line) => {
    const fault = await faultOf(file);
    expect(fault.message).toContain(part);
    expect(fault.line).toBe(line);
  });
});

describe('a messages.json for other tools', () => {
  it.skipIf(!hasToolkit)(
    'has the same texts for translate-toolkit (skipped if it is not installed)',
    async () => {
      const rows = [row('a', 'Größe "x"', 'note'), row('b_2', 'Hi $1'), row('c', 'a\nb 😀')];
      const bytes = await collectBytes(chrome.write(batches(rows), writing));
      const found = readWithToolkit(['jsonl10n', 'WebExtensionJsonFile'], bytes);
      expect(found).toEqual(rows.map(aboutOf));
    },
  );
});
