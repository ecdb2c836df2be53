import { describe, expect, it } from 'vitest';
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
import { type FileRow, FormatError } from '../format.ts';
import { deriveFile, patchOrDerive } from '../patch/derive.ts';
import { json } from './json.ts';

const base = { sourceLocaleTag: 'en', localeTags: ['en'] };

testConformance({
  format: json,
  writings: [
    { ...base, label: 'flat', shape: 'flat', keySeparator: '.' },
    { ...base, label: 'nested', shape: 'nested', keySeparator: '.' },
    { ...base, label: 'nested by /', shape: 'nested', keySeparator: '/' },
    { ...base, label: 'nested without separator', shape: 'nested', keySeparator: null },
  ],
  keeps: { descriptions: false, states: false },
  fileWith: (raw) => `{\n  "a":\n    "${raw}"\n}\n`,
  deepFile: (depth) => ['{"a":'.repeat(depth), '"x"', '}'.repeat(depth)],
});

const defaults = readOptions({ ...base, keySeparator: '.' });

async function read(text: string, options: Partial<typeof defaults> = {}) {
  const bytes = inOneChunk(new TextEncoder().encode(text));
  const { rows, warnings } = await collectRows(json, bytes, { ...defaults, ...options });
  return { texts: rows.map((row) => [row.name, row.values[0]!.text]), rows, warnings };
}

async function faultOf(text: string, options: Partial<typeof defaults> = {}) {
  return (await rejection(read(text, options))) as FormatError;
}

describe('the reader of JSON', () => {
  it('joins nested names and keeps the order of the file', async () => {
    const { texts, warnings } = await read(
      '{"b":{"2":"x","1":{"":"y"}},"menu":{"items":[{"label":"z"},["p","q"]]},"a.b":"w","":"v"}',
    );
    expect(texts).toEqual([
      ['b.2', 'x'],
      ['b.1.', 'y'],
      ['menu.items[0].label', 'z'],
      ['menu.items[1][0]', 'p'],
      ['menu.items[1][1]', 'q'],
      ['a.b', 'w'],
      ['', 'v'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('reads numbers and booleans as their source text', async () => {
    const { texts } = await read('{"a":1.10,"b":1e5,"c":true,"d":false,"e":-0.0}');
    expect(texts.map(([, text]) => text)).toEqual(['1.10', '1e5', 'true', 'false', '-0.0']);
  });

  it('returns the texts for the locale of the import', async () => {
    const { rows } = await read('{"a":"x"}', { localeTag: 'pt-BR' });
    expect(rows).toEqual([{ name: 'a', values: [{ localeTag: 'pt-BR', text: 'x' }] }]);
  });

  it('skips nulls and empty containers with a warning that names the key', async () => {
    const { texts, warnings } = await read('{"a":null,"b":{"c":{},"d":[]},"e":[null,"x"]}');
    expect(texts).toEqual([['e[1]', 'x']]);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual([
      ['a', 'null_skipped'],
      ['b.c', 'empty_object_skipped'],
      ['b.d', 'empty_array_skipped'],
      ['e[0]', 'null_skipped'],
    ]);
    expect(await read('{}')).toEqual({ texts: [], rows: [], warnings: [] });
  });

  it('joins nested names with a dot, with one warning, if names are never split', async () => {
    const { texts, warnings } = await read('{"a":{"b":"x"},"c":["y"],"d.e":"z"}', {
      keySeparator: null,
    });
    expect(texts.map(([name]) => name)).toEqual(['a.b', 'c[0]', 'd.e']);
    expect(warnings.map(({ path, code }) => [path, code])).toEqual([['a', 'nested_names_joined']]);
  });

  it('rejects two texts with the same joined key name, and names the paths of the two', async () => {
    const meetings: [text: string, name: string, both: string[]][] = [
      ['{"a.b":"x",\n"a":{"b":"y"}}', 'a.b', ['/a.b', '/a/b']],
      ['{"a":{"b":"x"},\n"a.b":"y"}', 'a.b', ['/a/b', '/a.b']],
      ['{"a":["x"],\n"a[0]":"y"}', 'a[0]', ['/a/0', '/a[0]']],
      ['{"m":{"a":{"b.c":"x"},\n"a.b":{"c":"y"}}}', 'm.a.b.c', ['/m/a/b.c', '/m/a.b/c']],
      ['{"a":{"/~":[["x"]],\n"/~[0]":["y"]}}', 'a./~[0][0]', ['/a/~1~0/0/0', '/a/~1~0[0]/0']],
    ];
    for (const [text, name, both] of meetings) {
      const error = await faultOf(text);
      expect(error).toMatchObject({ path: name, line: 2, isMalformed: false });
      expect(error.message).toContain(both.join(' and '));
    }
  });

  it('ignores members without a text when it compares names', async () => {
    expect((await read('{"a.b":null,"a":{"b":"y"}}')).texts).toEqual([['a.b', 'y']]);
    expect((await read('{"a.b":{"c":"x"},"a":{"b":"y"}}')).texts).toHaveLength(2);
    expect((await read('{"a":{"b":"y"},"a.b":[]}')).texts).toEqual([['a.b', 'y']]);
  });

  it('rejects duplicate names in an object, and any root other than an object', async () => {
    for (const text of ['[]', '["a"]', '"a"', '1', 'null', 'true', '']) {
      expect(await faultOf(text)).toBeInstanceOf(FormatError);
    }
    expect(await faultOf('{"a":{"b":"x",\n "b":"y"}}')).toMatchObject({
      path: 'a',
      line: 2,
      column: 2,
    });
  });

  it('reports the key of an invalid text', async () => {
    expect(await faultOf('{"a":{"b":[\n"\\ud800"]}}')).toMatchObject({
      path: 'a.b[0]',
      line: 2,
      column: 1,
    });
    expect(await faultOf('{"a":{"b":"x\\u0000"}}')).toMatchObject({ path: 'a.b' });
    expect(await faultOf('{"a":{"b":{"c":\n tru}}}')).toMatchObject({ path: 'a.b.c', line: 2 });
  });

  it('applies the maximum length of a name to the whole name of a nested text', async () => {
    const part = 'x'.repeat(1024);
    expect((await read(`{"${part}":{"${part.slice(1)}":"y"}}`)).texts).toHaveLength(1);
    expect(await faultOf(`{"${part}":{"${part}":"y"}}`)).toMatchObject({ path: `${part}.${part}` });
  });

  it('does not pollute prototypes through names of members', async () => {
    const { texts } = await read(
      '{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"y"}}}',
    );
    expect(texts).toHaveLength(2);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('a JSON file with members that are not texts', () => {
  const ANGULAR =
    '{\n  "locale": "en-US",\n  "translations": {\n    "1": "One",\n    "locale": "Locale",\n    "2": "Two"\n  }\n}\n';

  it('yields no text for the `locale` of Angular or the `$schema` at the root', async () => {
    expect((await read(ANGULAR)).texts).toEqual([
      ['translations.1', 'One'],
      ['translations.locale', 'Locale'],
      ['translations.2', 'Two'],
    ]);
    const schema =
      '{"$schema":"https://inlang.com/schema","a":{"$schema":"x"},"locale":"Language"}';
    expect((await read(schema)).texts).toEqual([
      ['a.$schema', 'x'],
      ['locale', 'Language'],
    ]);
    const other = `{"a":"${'x'.repeat(3000)}","locale":"en","translations":{"1":"x"}}`;
    expect((await read(other)).texts).toHaveLength(3);
  });

  it('keeps the members that are not texts when it is patched', async () => {
    const rows = [
      { name: 'translations.1', values: [{ localeTag: 'en', text: 'Eins' }] },
      { name: 'translations.3', values: [{ localeTag: 'en', text: 'Drei' }] },
    ];
    const { bytes } = await collectPatch(json, Buffer.from(ANGULAR), rows, {
      ...base,
      keySeparator: '.',
      shape: 'nested',
      limits: TEST_LIMITS,
      missing: 'remove',
    });
    expect(JSON.parse(bytes.toString())).toEqual({
      locale: 'en-US',
      translations: { 1: 'Eins', 3: 'Drei' },
    });
  });

  it.each([
    ['en-US', 'de', 'de', ['Zwei']],
    ['fr', 'de', 'de', ['Zwei']],
    ['de', 'de', 'de', ['One', 'Zwei']],
    ['de-AT', 'de', 'de-AT', ['One', 'Zwei']],
    ['en-US', 'en', 'en-US', ['One', 'Zwei']],
  ])(
    'given the locale %s, is patched or derived with texts in %s, and then has the locale %s',
    async (locale, to, expected, texts) => {
      const file = Buffer.from(ANGULAR.replace('en-US', locale));
      const rows = [{ name: 'translations.2', values: [{ localeTag: to, text: 'Zwei' }] }];
      const patched = patchOrDerive(json, file, batches(rows), {
        ...base,
        keySeparator: '.',
        shape: 'nested',
        limits: TEST_LIMITS,
        missing: 'keep',
        localeTags: [to],
      });
      const content = Buffer.concat(await Array.fromAsync(patched)).toString();
      const { locale: named, translations } = JSON.parse(content);
      expect(named).toBe(expected);
      delete translations.locale;
      expect(Object.values(translations)).toEqual(texts);
    },
  );

  it('has the new locale if the file is derived for another locale', async () => {
    const rows = [{ name: 'translations.2', values: [{ localeTag: 'de', text: 'Zwei' }] }];
    const options = { keySeparator: '.', shape: 'nested', limits: TEST_LIMITS } as const;
    const pieces = await Array.fromAsync(
      deriveFile(json, Buffer.from(ANGULAR), batches(rows), {
        ...options,
        sourceLocaleTag: 'en',
        from: 'en',
        to: 'de',
      }),
    );
    expect(Buffer.concat(pieces).toString()).toBe(
      '{\n  "locale": "de",\n  "translations": {\n    "2": "Zwei"\n  }\n}\n',
    );
  });
});

describe('the writer of JSON', () => {
  const write = async (names: string[], shape: 'flat' | 'nested') => {
    const rows = names.map((name) => ({ name, values: [{ localeTag: 'en', text: `<${name}>` }] }));
    const bytes = await collectBytes(
      json.write(batches(rows), { ...base, keySeparator: '.', shape }),
    );
    return new TextDecoder().decode(bytes);
  };

  it('writes members in order, one per line, indented by two spaces per level', async () => {
    expect(await write(['b', '1', 'a.c'], 'flat')).toBe(
      '{\n  "b": "<b>",\n  "1": "<1>",\n  "a.c": "<a.c>"\n}\n',
    );
    expect(await write(['a.b', 'a.c[0]', 'a.c[1].d', 'e'], 'nested')).toBe(
      [
        '{',
        '  "a": {',
        '    "b": "<a.b>",',
        '    "c": [',
        '      "<a.c[0]>",',
        '      {',
        '        "d": "<a.c[1].d>"',
        '      }',
        '    ]',
        '  },',
        '  "e": "<e>"',
        '}',
        '',
      ].join('\n'),
    );
    expect(await write([], 'flat')).toBe('{}\n');
    expect(await write([], 'nested')).toBe('{}\n');
  });

  it('leaves out keys without a text in the locale, and accepts only one locale', async () => {
    const rows = [{ name: 'a', values: [{ localeTag: 'de', text: 'x' }] }];
    for (const shape of ['flat', 'nested'] as const) {
      const options = { ...base, keySeparator: '.', shape };
      expect(new TextDecoder().decode(await collectBytes(json.write(batches(rows), options)))).toBe(
        '{}\n',
      );
      const two = { ...options, localeTags: ['en', 'de'] };
      expect(await rejection(collectBytes(json.write(batches(rows), two)))).toBeInstanceOf(
        RangeError,
      );
    }
  });
});

describe('the JSON format', () => {
  it('reads and writes 20,000 keys within the time limit of a test', async () => {
    const rows: FileRow[] = [];
    for (let n = 0; n < 20_000; n++) {
      const name = `area_${Math.floor(n / 1000)}.screen_${Math.floor(n / 10) % 100}.element_${n % 10}`;
      rows.push({
        name,
        values: [{ localeTag: 'en', text: `Save {count} files to the disk ${n}` }],
      });
    }
    for (const shape of ['flat', 'nested'] as const) {
      const bytes = await collectBytes(
        json.write(batches(rows), { ...base, keySeparator: '.', shape }),
      );
      const back = await collectRows(json, inOneChunk(bytes), defaults);
      expect(back.rows).toEqual(rows);
    }
  });
});
