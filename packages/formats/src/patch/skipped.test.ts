import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { load } from 'js-yaml';
import { getProperties } from 'properties-file';
import { afterAll, describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  batches,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import type { FileRow } from '../format.ts';
import { formatById } from '../registry.ts';
import { deriveFile } from './derive.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', shape: 'nested' } as const;

type Texts = Record<string, string>;

/** A file with all constructs that its reader skips, around the texts `a`, `b` and `c`. */
interface Skipping {
  readonly id: string;
  readonly file: string;
  /** Parts that every patch must keep. */
  readonly skipped: readonly string[];
  /** Names that no text can have because a skipped construct has them. */
  readonly taken: readonly string[];
  /** Reads the texts with an independent parser. */
  readonly read: (file: string) => Texts;
  /** Returns the errors of the format's own tool for a file. */
  readonly faultOf?: (file: string) => string;
  /** True for a format whose files have all locales, so that no file is derived. */
  readonly isMultiLocale?: boolean;
}

interface XcEntry {
  localizations?: { en?: { stringUnit?: { value: string }; variations?: object } };
}

const localized = (value: string) => ({
  en: { stringUnit: { state: 'translated', value } },
});

/** Matches a comment, or a string, which must stay. */
const STRINGS_COMMENT = /("(?:\\.|[^"\\])*")|\/\*[\s\S]*?\*\/|\/\/.*/g;
const STRINGS_ENTRY = /(?:"([^"]*)"|(\w+)) = "([^"]*)";/g;

const tools = mkdtempSync(join(tmpdir(), 'parlance-tools-'));
afterAll(() => rmSync(tools, { recursive: true }));

/** Returns the errors of a GNUstep program for a file, or an empty string if it is not installed. */
function faultOfTool(program: string, content: string, name: string): string {
  const path = join(tools, name);
  writeFileSync(path, content);
  const { error, status, stdout, stderr } = spawnSync(program, [path], { encoding: 'utf8' });
  return error !== undefined || status === 0 ? '' : stdout + stderr;
}

const strings = (object: object): Texts =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => typeof value === 'string'));

const xml = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => /^(?:data|string)$/.test(name),
});
const namedIn = (
  elements: readonly Record<string, string>[] = [],
  textOf: (one: Record<string, string>) => string | undefined,
) =>
  Object.fromEntries(
    elements.flatMap((element) => {
      const text = textOf(element);
      return text === undefined ? [] : [[element['@_name']!, text]];
    }),
  );

const ordered = new XMLParser({ preserveOrder: true, trimValues: false, parseTagValue: false });
/** An element of a property list, as lists of children by element name. */
type PlistNode = Record<string, PlistNode[]>;
const elementsIn = (nodes: PlistNode[]): PlistNode[] => nodes.filter((node) => !('#text' in node));
const textIn = (node: PlistNode): string =>
  Object.values(node)[0]!
    .map((child) => String(child['#text']))
    .join('');
function pairsIn(dict: PlistNode): [string, PlistNode][] {
  const elements = elementsIn(dict.dict!);
  return elements.flatMap((node, index): [string, PlistNode][] =>
    index % 2 === 0 ? [[textIn(node), elements[index + 1]!]] : [],
  );
}
const isFormat = ([name]: [string, PlistNode]): boolean => name === 'NSStringLocalizedFormatKey';

const FILES: readonly Skipping[] = [
  {
    id: 'properties',
    file: '! Header\n#d=commented out\n\n  # e = commented out \\\na=A\n\n#b=old\nb=B\\\n  B\n#c=old\n! f: commented out\n\nc = C\n# the end\n',
    skipped: ['! Header\n#d=commented out\n', '! f: commented out\n', '# the end\n'],
    taken: [],
    read: (file) => getProperties(file),
  },
  {
    id: 'yaml',
    file: '# d: commented out\na: A # e: no text\nb: "B" # c\n# f: commented out\nc: |\n  C\n# the end\n',
    skipped: ['# d: commented out\n', '# the end\n'],
    taken: [],
    read: (file) => (load(file) as Texts | undefined) ?? {},
  },
  {
    id: 'json',
    file: '{\n  "$schema": "https://example.org/s",\n  "a": "A",\n  "d": {},\n  "b": "B",\n  "e": [],\n  "c": "C"\n}\n',
    skipped: ['"$schema": "https://example.org/s"', '"d": {}', '"e": []'],
    taken: ['d', 'e', '$schema'],
    read: (file) => {
      const { $schema: _, ...texts } = JSON.parse(file);
      return strings(texts);
    },
  },
  {
    id: 'arb',
    file: '{\n  "@@locale": "en",\n  "@@x-d": "no text",\n  "a": "A",\n  "@a": {"type": "text"},\n  "@d": {"description": "of none"},\n  "b": "B",\n  "c": "C"\n}\n',
    skipped: ['"@@x-d": "no text"', '"@d": {"description": "of none"}'],
    taken: [],
    read: (file) =>
      Object.fromEntries(
        Object.entries(strings(JSON.parse(file))).filter(([name]) => !name.startsWith('@')),
      ),
  },
  {
    id: 'chrome',
    file: '{\n  "a": {"message": "A", "d": {"message": "no text"}},\n  "b": {"message": "B", "placeholders": {"e": {"content": "$1"}}},\n  "c": {"message": "C"}\n}\n',
    skipped: [],
    taken: [],
    read: (file) =>
      Object.fromEntries(
        Object.entries<{ message: string }>(JSON.parse(file)).map(([name, { message }]) => [
          name,
          message,
        ]),
      ),
  },
  {
    id: 'resx',
    file: '<root>\n  <!-- <data name="f"><value>F</value></data> -->\n  <metadata name="a"><value>x</value></metadata>\n  <assembly alias="x" name="b" />\n  <resheader name="c"><value>2.0</value></resheader>\n  <data name="a"><value>A</value></data>\n  <data name="d" type="System.Drawing.Icon, x" mimetype="y"><value>AA</value></data>\n  <data name="b"><value>B</value></data>\n  <data name="&gt;&gt;e.Name"><value>e</value></data>\n  <data name="c"><value>C</value></data>\n</root>\n',
    skipped: [
      '<!-- <data name="f"',
      '<metadata name="a"><value>x</value></metadata>',
      '<data name="d" type="System.Drawing.Icon, x" mimetype="y"><value>AA</value></data>',
      '<data name="&gt;&gt;e.Name"><value>e</value></data>',
      '<resheader name="c"><value>2.0</value></resheader>',
    ],
    taken: ['d'],
    read: (file) =>
      namedIn(xml.parse(file).root.data, (record) =>
        record['@_mimetype'] || record['@_name']!.startsWith('>>') ? undefined : record.value,
      ),
  },
  {
    id: 'android',
    file: '<resources xmlns:tools="http://schemas.android.com/tools">\n    <!-- <string name="f">F</string> -->\n\n    <color name="a">#fff</color>\n    <string name="a">A</string>\n    <item type="string" name="d">D</item>\n    <integer-array name="e"><item>1</item></integer-array>\n    <string name="b" tools:ignore="x">B</string>\n    <string name="g">@string/a</string>\n    <eat-comment/>\n    <string name="c" translatable="false">C</string>\n</resources>\n',
    skipped: [
      '<color name="a">#fff</color>',
      '<item type="string" name="d">D</item>',
      '<integer-array name="e"><item>1</item></integer-array>',
      '<string name="g">@string/a</string>',
      '<eat-comment/>',
    ],
    taken: ['d', 'e[0]', 'g'],
    read: (file) =>
      namedIn(xml.parse(file).resources.string, (record) =>
        record['#text'] === '@string/a' ? undefined : (record['#text'] ?? ''),
      ),
  },
  {
    id: 'strings',
    file: '/* Header\n"h" = "no text"; */\n\n// "d" = "commented out";\n"a" = "A";\n\n/* "e" = "commented out"; */ "b" = "B"; // "f" = "after";\n\nc = "C";\n/* the end */\n',
    skipped: ['/* Header\n"h" = "no text"; */\n', '/* the end */\n'],
    taken: [],
    read: (file) =>
      Object.fromEntries(
        [...file.replaceAll(STRINGS_COMMENT, '$1').matchAll(STRINGS_ENTRY)].map(
          ([, quoted, plain, text]) => [quoted ?? plain!, text!],
        ),
      ),
    faultOf: (file) => faultOfTool('sfparse', file, 'x.strings'),
  },
  {
    id: 'stringsdict',
    file: `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
  <key>a</key>
  <string>A</string>
  <key>d</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@gender@</string>
    <key>gender</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringGenderRuleType</string>
      <key>feminine</key><string>D</string>
    </dict>
  </dict>
  <!-- of b -->
  <key>b</key>
  <string>B</string>
  <key>c</key>
  <string>C</string>
  <!-- <key>f</key><string>F</string> -->
</dict>
</plist>
`,
    skipped: ['<!-- <key>f</key><string>F</string> -->', '<key>feminine</key><string>D</string>'],
    taken: ['d'],
    read: (file) => {
      const root = ordered.parse(file).find((node: PlistNode) => 'plist' in node);
      const dict = elementsIn(root.plist)[0]!;
      return Object.fromEntries(
        pairsIn(dict).flatMap(([name, value]) => {
          const text =
            'string' in value ? textIn(value) : textIn(pairsIn(value).find(isFormat)![1]);
          return text === '%#@gender@' ? [] : [[name, text]];
        }),
      );
    },
    faultOf: (file) => faultOfTool('plparse', file, 'x.stringsdict'),
  },
  {
    id: 'xcstrings',
    file: `${JSON.stringify(
      {
        sourceLanguage: 'en',
        strings: {
          a: { comment: 'of a', extractionState: 'stale', localizations: localized('A') },
          b: { shouldTranslate: false, localizations: localized('B'), unknown: [{ e: 1 }] },
          c: { localizations: localized('C') },
          d: {
            localizations: {
              en: { variations: { gender: { other: localized('D').en } } },
            },
          },
        },
        version: '1.0',
      },
      null,
      2,
    )}\n`,
    skipped: ['"gender"', '"D"'],
    taken: ['d'],
    read: (file) =>
      Object.fromEntries(
        Object.entries<XcEntry>(JSON.parse(file).strings).flatMap(([name, entry]) => {
          const own = entry.localizations?.en;
          if (own?.variations !== undefined) return [];
          return [[name, own?.stringUnit?.value ?? name]];
        }),
      ),
    isMultiLocale: true,
  },
];

const NAMES = ['a', 'b', 'c', 'd', 'e', 'e[0]', 'f', 'g', 'n', '$schema'];
const text = fc.constantFrom('X', 'Y y', 'Größe', 'It is 100', '日本');
const wantedTexts = fc.dictionary(fc.constantFrom(...NAMES), text, { maxKeys: 6 });

const rowsOf = (texts: Texts, localeTag: string): FileRow[] =>
  Object.entries(texts).map(([name, text]) => ({ name, values: [{ localeTag, text }] }));

/** False for names that a format cannot have, or that would create an array. */
const isPossible = (id: string, name: string): boolean =>
  id === 'json' || id === 'yaml'
    ? !name.includes('[')
    : id === 'android'
      ? name !== '$schema'
      : id === 'chrome'
        ? /^\w+$/.test(name)
        : true;

const android = mkdtempSync(join(tmpdir(), 'parlance-skipped-'));
const hasAapt2 = spawnSync('aapt2', ['version'], { stdio: 'ignore' }).error === undefined;
const MAX_BUILT = 6;

describe.each(FILES)('content that the reader of $id skips', (given) => {
  const { id, file, skipped, taken, read, faultOf, isMultiLocale = false } = given;
  const format = formatById(id)!;
  const patched: string[] = [];

  it('stays when texts are added, changed, renamed and removed, and never becomes a text', async () => {
    const before = read(file);
    expect(Object.keys(before)).toEqual(['a', 'b', 'c']);
    await fc.assert(
      fc.asyncProperty(
        wantedTexts,
        fc.constantFrom('keep' as const, 'remove' as const),
        async (given, missing) => {
          const wanted = Object.fromEntries(
            Object.entries(given).filter(([name]) => isPossible(id, name)),
          );
          const { bytes, report } = await collectPatch(
            format,
            Buffer.from(file),
            rowsOf(wanted, 'en'),
            {
              ...base,
              localeTags: ['en'],
              limits: TEST_LIMITS,
              missing,
            },
          );
          const written = bytes.toString();
          const refused = new Set(report.refused.map(({ path }) => path));
          expect([...refused].every((name) => taken.includes(name))).toBe(true);
          const kept = Object.fromEntries(
            Object.entries(wanted).filter(([name]) => !refused.has(name)),
          );
          const expected = missing === 'keep' ? { ...before, ...kept } : kept;
          expect(read(written)).toEqual(expected);
          const options = { ...readOptions({ ...base, localeTags: ['en'] }), localeTag: 'en' };
          const { rows } = await collectRows(format, inOneChunk(bytes), options);
          expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
          for (const part of skipped) expect(written).toContain(part);
          if (patched.length < MAX_BUILT) patched.push(written);
        },
      ),
      { numRuns: testRuns(50) },
    );
  });

  const ofLocale = async (): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('a', 'b', 'c'), text), async (wanted) => {
        const pieces = await Array.fromAsync(
          deriveFile(format, Buffer.from(file), batches(rowsOf(wanted, 'de')), {
            ...base,
            from: 'en',
            to: 'de',
            limits: TEST_LIMITS,
          }),
        );
        const written = Buffer.concat(pieces).toString();
        expect(read(written)).toEqual(wanted);
        if (patched.length < 2 * MAX_BUILT) patched.push(written);
      }),
      { numRuns: testRuns(20) },
    );
  };
  if (!isMultiLocale) it('becomes no text in the file of another locale', ofLocale);

  if (faultOf) {
    it('passes the tool of the format in a patched file (skipped if the tool is not installed)', () => {
      for (const content of patched.slice(-MAX_BUILT)) expect(faultOf(content), content).toBe('');
    });
  }

  if (id !== 'android') return;
  it.skipIf(!hasAapt2)('compiles with AAPT2 (Debian package aapt)', () => {
    for (const [at, content] of patched.entries()) {
      mkdirSync(join(android, `${at}/res/values`), { recursive: true });
      writeFileSync(join(android, `${at}/res/values/strings.xml`), content);
      const { status, stderr } = spawnSync('aapt2', ['compile', '-o', 'x.zip', '--dir', 'res'], {
        cwd: join(android, String(at)),
        encoding: 'utf8',
      });
      expect(status, `${stderr}\n${content}`).toBe(0);
    }
    rmSync(android, { recursive: true });
  });
});
