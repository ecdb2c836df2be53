import { describe, expect, it } from 'vitest';
import { collectPatch, TEST_LIMITS } from '../../test/conformance/io.ts';
import type { PatchOptions } from '../format.ts';
import { json } from './json.ts';

const defaults: PatchOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['de'],
  shape: 'flat',
  limits: TEST_LIMITS,
  missing: 'keep',
};

async function patch(
  base: string,
  texts: Record<string, string>,
  options: Partial<PatchOptions> = {},
) {
  const rows = Object.entries(texts).map(([name, text]) => ({
    name,
    values: [{ localeTag: 'de', text }],
  }));
  const { bytes, report } = await collectPatch(json, Buffer.from(base), rows, {
    ...defaults,
    ...options,
  });
  return { file: bytes.toString(), report };
}

describe('a patch of a JSON file', () => {
  it('inserts new plural forms in the order of the categories', async () => {
    const base = '{"x_one":"1","x_other":"4","y":"Y"}';
    const texts = { x_one: '1', x_other: '4', x_few: '2', x_many: '3', y: 'Y', z: 'Z' };
    const { file } = await patch(base, texts);
    expect(file).toBe('{"x_one":"1","x_few":"2","x_many":"3","x_other":"4","y":"Y","z":"Z"}');
  });

  it('keeps tabs, CR LF, odd spacing and the order of the file', async () => {
    const base = '{\r\n\t"z" :"Z",\r\n\r\n\t"a": {"b":  "B", "n": 1.10}\r\n}';
    const { file } = await patch(base, { 'a.b': 'Bee', z: 'Zet', 'a.n': '1.10' });
    expect(file).toBe('{\r\n\t"z" :"Zet",\r\n\r\n\t"a": {"b":  "Bee", "n": 1.10}\r\n}');
  });

  it('writes new texts with the escapes that the file uses', async () => {
    const ascii = await patch('{"a":"\\u00e4"}', { a: 'ö😀' });
    expect(ascii.file).toBe('{"a":"\\u00f6\\ud83d\\ude00"}');
    const slashed = await patch('{"a":"<\\/b>"}', { a: 'x/y' });
    expect(slashed.file).toBe('{"a":"x\\/y"}');
    const others = await patch('{"a":"\\u003cb\\u003e\\u2028C:\\\\/ \\\\u00e4","b":""}', {
      b: 'ö/',
    });
    expect(others.file).toBe('{"a":"\\u003cb\\u003e\\u2028C:\\\\/ \\\\u00e4","b":"ö/"}');
  });

  it('inserts texts into the deepest object of a name, with the indentation of its neighbors', async () => {
    const base = '{\n    "a": {\n        "b": "B",\n        "d": "D"\n    },\n    "e": {}\n}\n';
    const texts = { 'a.b': 'B', 'a.c': 'C', 'a.d': 'D', 'a.x.y': 'Y', 'e.f': 'F', g: 'G' };
    const { file, report } = await patch(base, texts);
    expect(file).toBe(
      '{\n    "a": {\n        "b": "B",\n        "c": "C",\n        "d": "D",\n        "x": {\n            "y": "Y"\n        }\n    },\n    "g": "G",\n    "e": {\n        "f": "F"\n    }\n}\n',
    );
    expect(report).toMatchObject({ inserted: 4, replaced: 0, refused: [] });
  });

  it('keeps a file on one line', async () => {
    const { file } = await patch('{"a":{"b":"B"}}', { 'a.b': 'B', 'a.c.d': 'D', x: 'X' });
    expect(file).toBe('{"a":{"b":"B","c":{"d":"D"}},"x":"X"}');
  });

  it('keeps a flat file flat', async () => {
    const { file } = await patch('{"a.b":"B"}', { 'a.b': 'B', 'a.c': 'C' }, { shape: 'nested' });
    expect(file).toBe('{"a.b":"B","a.c":"C"}');
  });

  it('appends elements, and replaces nulls with texts', async () => {
    const { file } = await patch('{"a":["x",null],"b":null}', {
      'a[0]': 'x',
      'a[1]': 'y',
      'a[2]': 'z',
      b: 'B',
    });
    expect(file).toBe('{"a":["x","y","z"],"b":"B"}');
  });

  it('keeps a null if a text or another null has the same name', async () => {
    const base = '{"a":{"b":null},"list":[null],"list[0]":"x","a.b":"y","c":{"d":null},"c.d":null}';
    const same = await patch(base, { 'a.b': 'y', 'list[0]': 'x' });
    expect(same.file).toBe(base);
    const { file, report } = await patch(base, { 'a.b': 'z', 'c.d': 'D' });
    expect(file).toBe(base.replace('"y"', '"z"').replace('{"d":null}', '{"d":"D"}'));
    expect(report).toMatchObject({ replaced: 1, inserted: 1 });
  });

  it('removes texts with their commas, and replaces elements with null to keep the indices', async () => {
    const base = '{\n  "a": "A",\n  "b": "B",\n  "c": ["x", "y"],\n  "d": "D"\n}\n';
    const options = { missing: 'remove' } as const;
    const some = await patch(base, { b: 'B', 'c[1]': 'y' }, options);
    expect(some.file).toBe('{\n  "b": "B",\n  "c": [null, "y"]\n}\n');
    expect(some.report.removed).toBe(3);
    const replaced = await patch('{\n  "a": "A",\n  "b": "B"\n}\n', { c: 'C' }, options);
    expect(JSON.parse(replaced.file)).toEqual({ c: 'C' });
  });

  it('joins the rest of a name below a text, and rejects a text with the name of an object', async () => {
    const joined = await patch('{"a":"A","o":{"p":"P"}}', { a: 'A', 'a.b': 'B' });
    expect(joined.file).toBe('{"a":"A","a.b":"B","o":{"p":"P"}}');
    const refused = await patch('{"a":{"b":"B"}}', { a: 'A' });
    expect(refused.file).toBe('{"a":{"b":"B"}}');
    expect(refused.report).toMatchObject({
      inserted: 0,
      kept: 1,
      refused: [{ path: 'a', code: 'no_place' }],
    });
  });
});
