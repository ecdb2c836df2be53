import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  collectRows,
  endlessText,
  inChunks,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { csv } from '../csv/csv.ts';
import { type FileWarning, FormatError } from '../format.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import {
  type EnvelopeOptions,
  type EnvelopePart,
  type JsonValue,
  leavesToRows,
  readJsonEnvelope,
} from './envelope.ts';
import type { NamedText } from './rows.ts';

interface Body {
  order: string[];
  members: Map<string, JsonValue>;
  leaves: NamedText[];
  text: string;
  warnings: FileWarning[];
}

const OPTIONS: Omit<EnvelopeOptions, 'warn'> = {
  keySeparator: '.',
  limits: TEST_LIMITS,
  contentMember: 'content',
  membersLength: 10_000,
  membersCount: 5_000,
};

async function readParts(bytes: AsyncIterable<Uint8Array>): Promise<Body> {
  const body: Body = { order: [], members: new Map(), leaves: [], text: '', warnings: [] };
  const warn = (warning: FileWarning) => body.warnings.push(warning);
  const note = (what: string) => {
    if (body.order.at(-1) !== what) body.order.push(what);
  };
  const take: {
    [Kind in EnvelopePart['kind']]: (part: Extract<EnvelopePart, { kind: Kind }>) => void;
  } = {
    content: ({ type }) => note(`content ${type}`),
    leaves: ({ leaves }) => {
      note('leaves');
      expect(leaves.length).toBeLessThanOrEqual(1000);
      body.leaves.push(...leaves);
    },
    text: ({ text }) => {
      note('text');
      expect(text).not.toBe('');
      expect(text.isWellFormed()).toBe(true);
      body.text += text;
    },
    member: ({ name, value }) => {
      note(name);
      body.members.set(name, value);
    },
  };
  for await (const part of readJsonEnvelope(bytes, { ...OPTIONS, warn }))
    take[part.kind](part as never);
  return body;
}

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readParts(inOneChunk(encode(text)));
const faultOf = async (text: string) => (await rejection(read(text))) as FormatError;

describe('readJsonEnvelope', () => {
  it('reports an invalid character at its position in the text of a content string, for chunks of any size', async () => {
    const file = 'a: 1\r\nb: "😀\n\tc';
    for (const [fault, name] of [
      ['\\u0000', 'U+0000'],
      ['\\ud800', 'surrogate'],
    ] as const) {
      const text = `${JSON.stringify(file).slice(0, -1)}${fault}x"`;
      const body = Buffer.from(`{"format":"yaml",\n"content": ${text}}`);
      for (const cuts of [[], Array.from(body, (_, index) => index), [37], [38, 41]]) {
        const error = await rejection(readParts(inChunks(body, cuts)));
        expect(error).toBeInstanceOf(FormatError);
        expect(error).toMatchObject({ path: '', line: 3, column: 3 });
        expect((error as FormatError).message).toContain(name);
      }
    }
  });

  it('returns the leaves of a content object and the other members, in the order of the body', async () => {
    const before = await read(
      '{"locale":"en","content":{"b":{"x":"1","y":[2.50,null]},"a":"3"},"targetLocales":["de","fr"]}',
    );
    expect(before.order).toEqual(['locale', 'content object', 'leaves', 'targetLocales']);
    expect(Object.fromEntries(before.members)).toEqual({
      locale: 'en',
      targetLocales: ['de', 'fr'],
    });
    expect(before.leaves).toEqual([
      { name: 'b.x', text: '1' },
      { name: 'b.y[0]', text: '2.50' },
      { name: 'a', text: '3' },
    ]);
    expect(before.warnings).toMatchObject([{ path: 'b.y[1]', code: 'null_skipped' }]);
    const after = await read('{"content":{"a":{}},"locale":"en"}');
    expect(after.order).toEqual(['content object', 'locale']);
    expect(leavesToRows(before.leaves.slice(2), 'de')).toEqual([
      { name: 'a', values: [{ localeTag: 'de', text: '3' }] },
    ]);
  });

  it('returns the leaves of a content object for chunks of any size', async () => {
    const content = { a: 'a text of some length', 'b "c"': ['x', { d: 'ä😀\n' }], e: 12.5 };
    const bytes = encode(JSON.stringify({ content, format: 'json' }));
    const whole = await readParts(inOneChunk(bytes));
    const everyByte = Array.from(bytes, (_, index) => index);
    expect(await readParts(inChunks(bytes, everyByte))).toEqual(whole);
    expect(whole.order).toEqual(['content object', 'leaves', 'format']);
    expect(whole.leaves.map(({ text }) => text)).toEqual([content.a, 'x', 'ä😀\n', '12.5']);
  });

  it('returns the text of a content string for chunks of any size', async () => {
    const text = `key,en\r\n"a ""b""",${'ä漢😀\u0001\\ '.repeat(50)}\r\n`;
    const bytes = encode(JSON.stringify({ content: text, format: 'csv' }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat()), async (cuts) => {
        const body = await readParts(inChunks(bytes, cuts));
        expect(body.text).toBe(text);
        expect(body.order).toEqual(['content string', 'text', 'format']);
      }),
      { numRuns: testRuns(50) },
    );
    const everyByte = Array.from(bytes, (_, index) => index);
    expect((await readParts(inChunks(bytes, everyByte))).text).toBe(text);
  });

  it('returns the text of a content string as input for a format', async () => {
    const { text } = await read(JSON.stringify({ content: 'key,en\na,"x\ny"\n', format: 'csv' }));
    const options = readOptions({ keySeparator: '.', localeTags: ['en'], sourceLocaleTag: 'en' });
    const { rows } = await collectRows(csv, encodeUtf8([text]), options);
    expect(rows).toEqual([{ name: 'a', values: [{ localeTag: 'en', text: 'x\ny' }] }]);
  });

  it('distinguishes empty content from missing content', async () => {
    expect((await read('{"content":""}')).order).toEqual(['content string']);
    expect((await read('{"content":{}}')).order).toEqual(['content object']);
    expect((await read('{"locale":"en"}')).order).toEqual(['locale']);
    expect((await read('{}')).order).toEqual([]);
  });

  it('reads any other members as JSON.parse does', async () => {
    const members = fc.dictionary(
      fc.string({ unit: 'binary' }).filter((name) => name !== 'content' && !name.includes('\0')),
      fc.jsonValue({ maxDepth: 3 }),
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(members, fc.array(fc.nat()), async (value, cuts) => {
        const text = `{"content":"x",${JSON.stringify(value).slice(1)}`.replace(',}', '}');
        fc.pre(!text.includes('\\u0000') && !/\\ud[89a-f]/.test(text));
        const body = await readParts(inChunks(encode(text), cuts));
        expect(JSON.stringify(Object.fromEntries([['content', body.text], ...body.members]))).toBe(
          JSON.stringify(JSON.parse(text)),
        );
      }),
      { numRuns: testRuns(200) },
    );
  });

  it('accepts content only as a member of the body itself, and __proto__ like any other member', async () => {
    const { members, leaves } = await read(
      '{"meta":{"content":{"a":"x"},"__proto__":{"polluted":1}},"content":{"content":"y","__proto__":"z"}}',
    );
    expect(JSON.stringify(Object.fromEntries(members))).toBe(
      '{"meta":{"content":{"a":"x"},"__proto__":{"polluted":1}}}',
    );
    expect(leaves.map(({ name }) => name)).toEqual(['content', '__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('rejects a body or content of another type', async () => {
    for (const text of ['[]', '[1]', '"a"', '1', 'null']) {
      expect(await faultOf(text), text).toMatchObject({ isMalformed: false, line: 1, column: 1 });
    }
    for (const content of ['null', '1', 'true', '[]', '[{"a":"x"}]']) {
      const error = await faultOf(`{"content":\n ${content}}`);
      expect(error, content).toMatchObject({
        path: 'content',
        line: 2,
        column: 2,
        isMalformed: false,
      });
    }
  });

  it('reports an error with its line and column in the body, and with the key or member', async () => {
    expect(await faultOf('{"locale":"en",\n"content":{"a":{"b":"x\\u0000"}}}')).toMatchObject({
      path: 'a.b',
      line: 2,
      column: 21,
    });
    expect(await faultOf('{"content":{"a":{"b":"x"},\n"a.b":"y"}}')).toMatchObject({
      path: 'a.b',
      line: 2,
    });
    expect(await faultOf('{"content":{},\n"content":{}}')).toMatchObject({
      line: 2,
      isMalformed: false,
    });
    expect(await faultOf('{"locale":\n en}')).toMatchObject({
      path: 'locale',
      line: 2,
      isMalformed: true,
    });
    expect(await faultOf('{"content":{"a":"x"}')).toMatchObject({ isMalformed: true });
  });

  it('limits the total size of the other members', async () => {
    const many = (count: number) => JSON.stringify({ tags: Array(count).fill('tag'), content: {} });
    expect((await read(many(1990))).order).toHaveLength(2);
    expect(await faultOf(many(2010))).toMatchObject({ path: 'tags', isMalformed: false });
    const empties = `{"a":[${'[],'.repeat(6000)}[]]}`;
    expect(await faultOf(empties)).toBeInstanceOf(FormatError);
    const digits = (count: number) => JSON.stringify({ tags: Array(count).fill(1), content: {} });
    expect((await read(digits(4_990))).order).toHaveLength(2);
    expect(await faultOf(digits(5_001))).toMatchObject({ path: 'tags', isMalformed: false });
  });

  it('counts the nesting depth from the root of the content', async () => {
    const nested = (depth: number) => `{"content":${'{"a":'.repeat(depth)}"x"${'}'.repeat(depth)}}`;
    expect((await read(nested(TEST_LIMITS.depth))).leaves).toHaveLength(1);
    expect(await faultOf(nested(TEST_LIMITS.depth + 1))).toBeInstanceOf(FormatError);
  });

  it('streams a string of 100 MB without buffering it', async () => {
    const { bytes } = endlessText('{"content":"', '","format":"csv"}', 100_000_000);
    let length = 0;
    const kinds = new Set<string>();
    for await (const part of readJsonEnvelope(bytes, { ...OPTIONS, warn: () => {} })) {
      kinds.add(part.kind);
      if (part.kind === 'text') {
        expect(part.text.length).toBeLessThanOrEqual(64 * 1024);
        length += part.text.length;
      }
    }
    expect(length).toBeGreaterThanOrEqual(100_000_000);
    expect([...kinds]).toEqual(['content', 'text', 'member']);
  });
});
