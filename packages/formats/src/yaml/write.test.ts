import fc from 'fast-check';
import { CORE_SCHEMA, load, realMapTag, YAML11_SCHEMA } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { hostileNames, hostileTexts, rowsOf } from '../../test/conformance/data.ts';
import { collectBytes } from '../../test/conformance/io.ts';
import type { FileRow, WriteOptions } from '../format.ts';
import { quoteYaml } from './write.ts';
import { yaml } from './yaml.ts';

const options: WriteOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['en'],
  shape: 'flat',
};

async function write(rows: FileRow[], changes: Partial<WriteOptions> = {}): Promise<string> {
  const pieces = yaml.write(
    (async function* () {
      yield rows;
    })(),
    { ...options, ...changes },
  );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await collectBytes(pieces));
}

function row(name: string, text: string): FileRow {
  return { name, values: [{ localeTag: 'en', text }] };
}

/**
 * YAML libraries with their default schema. They return entries, so that special keys such as
 * `__proto__` are visible.
 */
const readers: [label: string, read: (text: string) => unknown][] = [
  ['yaml', (text) => parse(text, { mapAsMap: true })],
  ['js-yaml', (text) => load(text, { schema: CORE_SCHEMA.withTags(realMapTag) })],
  ['js-yaml as YAML 1.1', (text) => load(text, { schema: YAML11_SCHEMA.withTags(realMapTag) })],
  ['yaml as YAML 1.1', (text) => parse(text, { mapAsMap: true, version: '1.1' })],
];

describe('the YAML writer', () => {
  const anyRows = rowsOf(['en'], { descriptions: false, states: false }, () => true);

  for (const [label, read] of readers) {
    it(`produces a flat file that ${label} reads back as the same map of strings`, async () => {
      await fc.assert(
        fc.asyncProperty(anyRows, async (rows) => {
          const wanted = rows.flatMap(({ name, values }) => values.map(({ text }) => [name, text]));
          expect([...(read(await write(rows)) as Map<unknown, unknown>)]).toEqual(wanted);
        }),
        { numRuns: testRuns(150) },
      );
    });

    it(`produces a nested file with strings below maps and lists, and with nulls only in lists, for ${label}`, async () => {
      await fc.assert(
        fc.asyncProperty(anyRows, async (rows) => {
          const leaves: unknown[] = [];
          const visit = (node: unknown): void => {
            if (node instanceof Map) {
              for (const [key, value] of node) {
                expect(typeof key).toBe('string');
                visit(value);
              }
            } else if (Array.isArray(node)) node.filter((item) => item !== null).forEach(visit);
            else leaves.push(node);
          };
          visit(read(await write(rows, { shape: 'nested' })));
          const texts = rows.flatMap(({ values }) => values.map(({ text }) => text));
          expect(leaves.toSorted()).toEqual(texts.toSorted());
        }),
        { numRuns: testRuns(150) },
      );
    });

    it(`produces a file whose hostile names and texts ${label} reads back unchanged`, async () => {
      const rows = [
        ...hostileNames.map((name) => row(name, name)),
        ...hostileTexts.map((text, index) => row(`text${index}`, text)),
        row('k'.repeat(2000), 'a key too long for an implicit one'),
      ];
      const wanted = rows.map(({ name, values }) => [name, values[0]!.text]);
      expect([...(read(await write(rows)) as Map<unknown, unknown>)]).toEqual(wanted);
    });
  }

  it('writes one line for each text, with plain keys if every reader accepts the keys as plain', async () => {
    const rows = [row('app.title', 'Hi\n"x"'), row('no', 'Nein'), row('1.10', 'one'), row('', '')];
    expect(await write(rows)).toBe(
      'app.title: "Hi\\n\\"x\\""\n"no": "Nein"\n"1.10": "one"\n"": ""\n',
    );
  });

  it('writes nested mappings in block style, and arrays with dashes', async () => {
    const rows = [row('menu[0].label', 'a'), row('menu[0].hint', 'b'), row('menu[1].label', 'c')];
    const text = await write([...rows, row('list.x[0]', 'd')], { shape: 'nested' });
    expect(text).toBe(
      'menu:\n  - label: "a"\n    hint: "b"\n  - label: "c"\nlist:\n  x:\n    - "d"\n',
    );
  });

  it('writes the locale as the root if the only root key could be read as a locale', async () => {
    const nested = { shape: 'nested' as const };
    expect(await write([row('de.a.b', 'x')], nested)).toBe('en:\n  de:\n    a:\n      b: "x"\n');
    expect(await write([row('en.a', 'x')], nested)).toBe('en:\n  en:\n    a: "x"\n');
    expect(await write([row('app.a', 'x')], nested)).toBe('app:\n  a: "x"\n');
    expect(await write([row('de.a', 'x'), row('b', 'y')], nested)).toBe('de:\n  a: "x"\nb: "y"\n');
  });

  it('writes texts for Ruby’s I18n below the locale, and settings of Rails with their types', async () => {
    const rows = [
      row('number.format.precision', '3'),
      row('number.format.significant', 'false'),
      row('number.format.delimiter', '3'),
      row('date.order[0]', ':year'),
      row('precision', '3'),
      row('no', ':link'),
    ];
    expect(await write(rows, { shape: 'nested', forRuby: true })).toBe(`en:
  number:
    format:
      precision: 3
      significant: false
      delimiter: "3"
  date:
    order:
      - :year
  precision: "3"
  "no": ":link"
`);
    expect(await write([row('en.a', 'x')], { shape: 'nested', forRuby: true })).toBe(
      'en:\n  en:\n    a: "x"\n',
    );
    expect(await write([row('a', 'x')], { forRuby: true })).toBe('a: "x"\n');
  });

  it('escapes control characters, line separators, byte order marks and noncharacters', () => {
    expect(quoteYaml('\u0001\u0085\u2028\ufeff\uffff')).toBe('"\\x01\\x85\\u2028\\ufeff\\uffff"');
  });
});
