import { parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { testConformance } from '../../test/conformance/conformance.ts';
import {
  batches,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { describedOf } from '../../test/entries.ts';
import { type FileRow, FormatError } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { formatjs } from './formatjs.ts';

const writing = {
  label: 'in one locale',
  sourceLocaleTag: 'en',
  keySeparator: '.',
  shape: 'flat',
  localeTags: ['en'],
} as const;

const conformance: Parameters<typeof testConformance>[0] = {
  format: formatjs,
  writings: [writing],
  keeps: { descriptions: true, states: false },
  expected: (rows, by) => describedOf(conformance, rows, by),
  fileWith: (raw) => `{\n  "a": { "defaultMessage": "${raw}" }\n}`,
  deepFile: (depth) => ['{"a":', '{"description":'.repeat(depth)],
};

testConformance(conformance);

const read = (file: string) =>
  collectRows(formatjs, inOneChunk(Buffer.from(file)), readOptions(writing));

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

const EXTRACTED = `{
  "0pGb2s": {
    "defaultMessage": "{count, plural, one {# file} other {# files}}",
    "description": "In the list",
    "file": "src/list.tsx",
    "start": 12,
    "end": 90
  },
  "hello.world": {
    "defaultMessage": "Hello <b>{name}</b>"
  }
}
`;

describe('the reader of FormatJS files', () => {
  it('reads extracted messages and plain texts, and never splits their ids', async () => {
    expect((await read(EXTRACTED)).rows).toEqual([
      row('0pGb2s', '{count, plural, one {# file} other {# files}}', 'In the list'),
      row('hello.world', 'Hello <b>{name}</b>'),
    ]);
    expect((await read('{"a.b":"x","a":"y"}')).rows).toEqual([row('a.b', 'x'), row('a', 'y')]);
  });

  it('returns a description that is an object as JSON', async () => {
    const file = '{"a":{"defaultMessage":"x","description":{"text":"t","max":{"n":5}}}}';
    expect((await read(file)).rows[0]!.description).toBe('{"text":"t","max":{"n":"5"}}');
  });

  it.each([
    ['{"a":[{"type":0,"value":"x"}]}', 1, 6, 'a', 'formatjs compile --ast'],
    ['{"a":{"description":"x"}}', 1, 6, 'a', 'no "defaultMessage"'],
    ['{"a":{"defaultMessage":[]}}', 1, 24, 'a', 'must be a string'],
    ['{\n"a":5}', 2, 5, 'a', 'must be a string or an object'],
  ])('rejects %j and names the position of the fault', async (file, line, column, path, part) => {
    const fault = await faultOf(file);
    expect(fault).toMatchObject({ line, column, path });
    expect(fault.message).toContain(part);
  });
});

describe('a patch of a FormatJS file', () => {
  const patch = (base: string, rows: FileRow[], more: { sibling?: Uint8Array } = {}) =>
    collectPatch(formatjs, Buffer.from(base), rows, {
      ...writing,
      ...more,
      limits: TEST_LIMITS,
      missing: 'keep',
    });

  it('keeps all other members, and adds entries in the form of the file', async () => {
    const rows = [row('0pGb2s', '{count} Dateien'), row('new', 'Neu', 'note')];
    const extracted = await patch(EXTRACTED, rows);
    expect(extracted.bytes.toString()).toBe(
      EXTRACTED.replace('{count, plural, one {# file} other {# files}}', '{count} Dateien').replace(
        '  "hello.world"',
        '  "new": {\n    "defaultMessage": "Neu",\n    "description": "note"\n  },\n  "hello.world"',
      ),
    );
    const plain = await patch('{"0pGb2s":"x"}', rows, { sibling: Buffer.from(EXTRACTED) });
    expect(plain.bytes.toString()).toBe('{"0pGb2s":"{count} Dateien","new":"Neu"}');
  });

  it('creates the file of another locale in the form of the source, as formatjs compile reads it', async () => {
    const rows = [row('hello.world', 'Hallo <b>{name}</b>', undefined, 'de')];
    const pieces: Uint8Array[] = [];
    const options = { ...writing, from: 'en', to: 'de', limits: TEST_LIMITS };
    const base = Buffer.from(EXTRACTED);
    for await (const piece of deriveFile(formatjs, base, batches(rows), options))
      pieces.push(piece);
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual({
      'hello.world': { defaultMessage: 'Hallo <b>{name}</b>' },
    });
  });
});

describe('a FormatJS file for other tools', () => {
  it('has messages that the parser of FormatJS reads', async () => {
    const { rows } = await read(EXTRACTED);
    for (const { values } of rows) expect(parse(values[0]!.text).length).toBeGreaterThan(0);
  });
});
