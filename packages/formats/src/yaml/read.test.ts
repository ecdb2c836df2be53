import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { collectRows, inOneChunk, rejection, TEST_LIMITS } from '../../test/conformance/io.ts';
import { FormatError, type ReadOptions } from '../format.ts';
import { isKnownLanguage } from './root-locale.ts';
import { yaml } from './yaml.ts';

function read(text: string, changes: Partial<ReadOptions> = {}) {
  const bytes = new TextEncoder().encode(text);
  return collectRows(yaml, inOneChunk(bytes), {
    keySeparator: '.',
    localeTag: 'de',
    sourceLocaleTag: 'en',
    limits: TEST_LIMITS,
    ...changes,
  });
}

async function texts(text: string, changes: Partial<ReadOptions> = {}) {
  const { rows } = await read(text, changes);
  return rows.map(({ name, values }) => [name, values[0]!.text]);
}

async function fault(text: string): Promise<[string, number | undefined, number | undefined]> {
  const error = await rejection(read(text));
  expect(error, text).toBeInstanceOf(FormatError);
  const { message, line, column } = error as FormatError;
  return [message, line, column];
}

describe('YAML scalars', () => {
  it('keep the text in the file, even if they look like other types', async () => {
    const file = `no: no\nyes: Yes\n1: 1.10\ndate: 2026-11-20\nhex: 0x1F\nsym: :symbol\ntime: 12:30
quoted: "~"\nnan: .nan\n"true": "true"\n~: tilde\n`;
    expect(await texts(file)).toEqual([
      ['no', 'no'],
      ['yes', 'Yes'],
      ['1', '1.10'],
      ['date', '2026-11-20'],
      ['hex', '0x1F'],
      ['sym', ':symbol'],
      ['time', '12:30'],
      ['quoted', '~'],
      ['nan', '.nan'],
      ['true', 'true'],
      ['~', 'tilde'],
    ]);
  });

  it('keep the order of the file, even if their keys are numbers', async () => {
    expect((await texts('b: x\n10: x\na: x\n2: x\n__proto__: x\n')).map(([name]) => name)).toEqual([
      'b',
      '10',
      'a',
      '2',
      '__proto__',
    ]);
  });

  it('can be blocks, which are folded and chomped as YAML defines', async () => {
    const file =
      'a: |\n  x\n   y\n\nb: >-\n  x\n  y\n\n  z\nc: |+\n  x\n\nd: "a\\\n  b"\ne: x\n  y\n';
    expect(await texts(file)).toEqual([
      ['a', 'x\n y\n'],
      ['b', 'x y\nz'],
      ['c', 'x\n\n'],
      ['d', 'ab'],
      ['e', 'x y'],
    ]);
  });

  it('cause a warning and no text if they are null', async () => {
    const { rows, warnings } = await read('a: ~\nb:\nc: null\nd: {e: }\nf: "null"\ng: !!null ""\n');
    expect(rows.map(({ name }) => name)).toEqual(['f']);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ...['a', 'b', 'c', 'd.e', 'g'].map((path) => ['null_skipped', path]),
    ]);
  });

  it('can have the tags of the core schema and no others', async () => {
    expect(await texts('a: !!str ~\nb: !!int 1\nc: ! no\nd: !!map {e: x}\nf: !!seq [y]\n')).toEqual(
      [
        ['a', '~'],
        ['b', '1'],
        ['c', 'no'],
        ['d.e', 'x'],
        ['f[0]', 'y'],
      ],
    );
    expect(await fault('a: 1\nb: !!binary aGk=\n')).toEqual([
      'the tag !!binary is not supported',
      2,
      4,
    ]);
    for (const tag of ['!ruby/object:X', '!!python/name:os.system', '!!timestamp', '!<x:y>']) {
      await fault(`a: ${tag} {}\n`);
      await fault(`a: ${tag} x\n`);
    }
    await fault('%TAG !! tag:example.com,2000:\n---\na: !!str x\n');
    await fault('a: !!null x\n');
    await fault('a: !!map x\n');
    await fault('a: !!str {b: c}\n');
  });
});

describe('YAML names', () => {
  it('join their parts with the separator, and contain the index of a list element as [n]', async () => {
    const file = 'menu:\n  items:\n    - label: a\n    - b\n    - [c, {d: e}]\n';
    const leaves = [
      ['items[0].label', 'a'],
      ['items[1]', 'b'],
      ['items[2][0]', 'c'],
    ];
    expect(await texts(file)).toEqual([
      ...leaves.map(([name, text]) => [`menu.${name}`, text]),
      ['menu.items[2][1].d', 'e'],
    ]);
    expect((await texts('a: {b: x}', { keySeparator: '/' }))[0]).toEqual(['a/b', 'x']);
    const { rows, warnings } = await read('a: {b: x}', { keySeparator: null });
    expect([rows[0]!.name, warnings[0]!.code]).toEqual(['a.b', 'nested_names_joined']);
  });

  it('have no special meaning if they are plural categories', async () => {
    expect(await texts('item:\n  one: 1 Ding\n  other: "%{count} Dinge"\n')).toEqual([
      ['item.one', '1 Ding'],
      ['item.other', '%{count} Dinge'],
    ]);
  });

  it('must be unique after joining: an error names both positions', async () => {
    expect(await fault('a: 1\nb:\n  c: 1\n  c: 2\n')).toEqual([
      'duplicate key "c" (first on line 3)',
      4,
      3,
    ]);
    expect(await fault('a.b: 1\na:\n  b: 2\n')).toEqual([
      'duplicate key name "a.b": first used at line 1, column 6',
      3,
      6,
    ]);
    await fault('"\\x61": 1\na: 2\n');
  });

  it('must be scalars and must not be empty', async () => {
    await fault('{a: b}: c\n');
    await fault('? [a]\n: c\n');
    await fault(': c\n');
  });
});

describe('the YAML reader', () => {
  it('rejects anchors, aliases and merge keys with an alias', async () => {
    expect(await fault('a: &x y\n')).toEqual(['anchors (&name) are not supported', 1, 4]);
    expect(await fault('a: y\nb: *x\n')).toEqual(['aliases (*name) are not supported', 2, 4]);
    await fault('base: &b {x: y}\na:\n  <<: *b\n');
    await fault('*x : y\n');
    await fault('&r\na: b\n');
    expect(await texts('<<: {a: b}\n')).toEqual([['<<.a', 'b']]);
  });

  it('rejects further documents, and roots other than a mapping', async () => {
    expect((await fault('a: b\n---\nc: d\n'))[1]).toBe(3);
    await fault('a: b\n---\n');
    for (const file of ['', '\n', '# only a comment\n', '---\n', '~\n', 'null\n']) {
      expect((await fault(file))[0]).toBe('the file is empty');
    }
    for (const file of ['- a\n', 'text\n', '"text"\n', '[]\n', '|\n  text\n']) await fault(file);
    expect(await texts('---\na: b\n...\n')).toEqual([['a', 'b']]);
    expect(await texts('{}\n')).toEqual([]);
  });

  it('rejects syntax errors', async () => {
    expect((await fault('a: b\n c: d\n')).slice(1)).toEqual([2, 3]);
    for (const file of ['a: "b', 'a: [b', 'a: {b: c', '\ta: b', 'a: "\\z"', 'a: %b', "a: 'b"]) {
      expect((await fault(`x: y\n${file}\n`))[1]).toBeGreaterThan(1);
    }
  });

  it('rejects U+0000, unpaired surrogates and code points beyond Unicode in escapes', async () => {
    for (const sequence of ['\\0', '\\x00', '\\ud800', '\\udc00x', '\\U00110000', '\\UFFFFFFFF']) {
      const error = (await rejection(read(`a: x\nb: "y${sequence}"\n`))) as FormatError;
      expect(error, sequence).toBeInstanceOf(FormatError);
      expect([error.path, error.line]).toEqual(['b', 2]);
    }
    expect(await texts('a: "\\ud83d\\ude00 \\U0001F600 \\\\UFFFFFFFF"\n')).toEqual([
      ['a', '😀 😀 \\UFFFFFFFF'],
    ]);
  });

  it('accepts nesting up to the limit and no deeper', async () => {
    const nested = (depth: number) => `${'{a: '.repeat(depth)}x${'}'.repeat(depth)}`;
    expect(await texts(nested(64))).toHaveLength(1);
    expect((await fault(nested(65)))[0]).toBe('nested deeper than 64 levels');
    const lists = (depth: number) => `a: ${'['.repeat(depth)}x${']'.repeat(depth)}`;
    expect(await texts(lists(63))).toHaveLength(1);
    await fault(lists(64));
    await fault(`a: ${'['.repeat(100_000)}`);
    await fault(`${'- '.repeat(100_000)}x`);
    await fault(Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}a:\n`).join(''));
  });

  it('rejects an alias bomb', async () => {
    let bomb = 'a0: &a0 [lol, lol]\n';
    for (let n = 1; n < 40; n++) bomb += `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]\n`;
    await fault(bomb);
  });
});

describe('the YAML reader with hostile input', () => {
  it('returns texts or throws a FormatError for any input', async () => {
    const pieces = fc.constantFrom(
      'a',
      'b: ',
      ': ',
      '- ',
      '? ',
      '\n',
      '\n  ',
      '\n    ',
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      ', ',
      '|',
      '>-\n',
      '&x ',
      '*x',
      '!!str ',
      '!',
      '#',
      ' #c',
      '~',
      '---\n',
      '...\n',
      '\t',
      '\\',
      '%',
      '<<',
      '\ufeff',
      '\r\n',
      '\u0085',
      '😀',
      '\u0001',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 30 }), async (parts) => {
        const error = await rejection(read(parts.join('')));
        if (error !== undefined) expect(error).toBeInstanceOf(FormatError);
      }),
      { numRuns: testRuns(300) },
    );
  });

  it('handles large files within the time limit of a test', async () => {
    const files = [
      `a: "${'\\n'.repeat(500_000)}"`,
      `a:\n${' x\n'.repeat(30_000)}`,
      `${'\n'.repeat(1_000_000)}a: b`,
      `${'# c\n'.repeat(200_000)}a: b`,
      `a: [${'[b]: c, '.repeat(40_000)}]`,
      `a: |\n${'  \ufeff\n'.repeat(100_000)}`,
      Array.from({ length: 50_000 }, (_, n) => `k${n}: v\n`).join(''),
      `a: ${'!!str '.repeat(50_000)}`,
      `${'!a\n'.repeat(50_000)}`,
    ];
    for (const file of files) {
      const error = await rejection(read(file));
      if (error !== undefined) expect(error).toBeInstanceOf(FormatError);
    }
  });
});

describe('a single root key in YAML', () => {
  const locales = async (file: string, changes: Partial<ReadOptions> = {}) => {
    const { rows } = await read(file, changes);
    return rows.map(({ name, values }) => `${values[0]!.localeTag}:${name}`);
  };

  it('names the locale if it is the locale of the import', async () => {
    expect(await locales('de:\n  a: x\n  b: {c: y}\n')).toEqual(['de:a', 'de:b.c']);
    expect(await locales('pt_br:\n  a: x\n', { localeTag: 'pt-BR' })).toEqual(['pt-BR:a']);
    expect(await locales('zh-CN:\n  a: x\n', { localeTag: 'zh-Hans' })).toEqual(['zh-Hans:a']);
    expect(await locales('no:\n  a: x\n', { localeTag: 'nb' })).toEqual(['nb:a']);
  });

  it('causes an error if it is the source locale and another locale is imported', async () => {
    await expect(read('en:\n  a: x\n')).rejects.toThrow(/\ben\b.*\bde$/);
    await expect(read('de:\n  a: "x\n  b: y\n')).rejects.toThrow(
      /of an earlier line is not closed/,
    );
    await expect(read('en:\n  a: x\n', { localeTag: 'en-US' })).rejects.toThrow(/\ben\b.*\ben-US$/);
    expect(await locales('en:\n  a: x\n', { localeTag: 'en' })).toEqual(['en:a']);
  });

  it('causes an error if it is another language, unless it is below the locale of the import', async () => {
    for (const root of ['fr', 'my', 'no', 'zh-TW', 'de-AT', 'pt_br']) {
      for (const content of ['  a: x\n', '  a: {b: x}\n']) {
        await expect(read(`${root}:\n${content}`)).rejects.toThrow(
          /the locale of the import is de/,
        );
      }
      expect(await locales(`de:\n  ${root}:\n    a: x\n`)).toEqual([`de:${root}.a`]);
    }
  });

  it('can be another region of the source language, with a warning', async () => {
    const { rows, warnings } = await read('en-GB:\n  a: x\n', { localeTag: 'en' });
    expect(rows).toEqual([{ name: 'a', values: [{ localeTag: 'en', text: 'x' }] }]);
    expect(warnings).toMatchObject([{ path: 'en-GB', code: 'root_locale' }]);
  });

  it('becomes a part of the names in all other cases', async () => {
    for (const key of ['settings', 'yes', 'app', 'user', 'new', 'a_b', 'xx', '1', '"a b"']) {
      const [only] = await locales(`${key}:\n  a: {b: x}\n`);
      expect(only).toBe(`de:${key.replaceAll('"', '')}.a.b`);
    }
    expect(await locales('de:\n  a: x\nb: y\n')).toEqual(['de:de.a', 'de:b']);
    expect(await locales('de: x\n')).toEqual(['de:de']);
    expect(await locales('de: [x]\n')).toEqual(['de:de[0]']);
  });

  it('counts as a language if ICU knows the language, unless the key is a word such as new or car', () => {
    expect(['de', 'no', 'fil', 'pt-BR', 'zh-Hant'].map(isKnownLanguage)).not.toContain(false);
    expect(['new', 'car', 'app', 'qq', 'settings'].map(isKnownLanguage)).not.toContain(true);
  });
});
