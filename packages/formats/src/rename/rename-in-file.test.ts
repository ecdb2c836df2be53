import { describe, expect, it } from 'vitest';
import { collectRows, inOneChunk, TEST_LIMITS } from '../../test/conformance/io.ts';
import type { FileFormat } from '../format.ts';
import { formatById } from '../registry.ts';
import { renameInFile } from './rename-in-file.ts';

const options = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTag: 'de',
  limits: TEST_LIMITS,
} as const;

async function rename(
  id: string,
  base: Uint8Array,
  renames: Readonly<Record<string, string>>,
  more: { localeTag?: string; charset?: 'iso-8859-1' } = {},
) {
  const format = formatById(id)!;
  const all = { ...options, ...more };
  const { rows } = await collectRows(format, inOneChunk(base), all);
  return renameInFile(format, base, rows, new Map(Object.entries(renames)), all);
}

/** A file whose entry `cart.due` or `cart_due` has metadata, and the names that a rename changes. */
interface Case {
  format: string;
  file: string;
  renames: Readonly<Record<string, string>>;
  /** Parts of the file that the rename replaces, in file order. */
  replaced: readonly (readonly [old: string, next: string])[];
  localeTag?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'flat JSON': {
    format: 'json',
    file: '{\n  "note": "cart.due",\n  "cart.due":   "\\u0044ue",\n  "z": "cart.due"\n}\n',
    renames: { 'cart.due': 'cart.owed' },
    replaced: [['"cart.due": ', '"cart.owed": ']],
  },
  'nested JSON with the same last segment elsewhere': {
    format: 'json',
    file: '{"a": {"due": "A"}, "cart": {"due": "due", "list": ["x"]}, "b": {"due": "B"}}',
    renames: { 'cart.due': 'cart.owed' },
    replaced: [['"cart": {"due"', '"cart": {"owed"']],
  },
  'a whole object of JSON': {
    format: 'json',
    file: '{"cart": {"due": "due", "list": ["x", "y"]}, "b": "cart"}',
    renames: {
      'cart.due': 'basket.owed',
      'cart.list[0]': 'basket.list[0]',
      'cart.list[1]': 'basket.list[1]',
    },
    replaced: [['{"cart": {"due"', '{"basket": {"owed"']],
  },
  ARB: {
    format: 'arb',
    file: '{\n  "@@locale": "de",\n  "a": "A",\n  "cartDue": "Fällig {d}",\n  "@cartDue": {\n    "description": "cartDue",\n    "x-note": "n",\n    "placeholders": {"d": {"type": "DateTime", "format": "yMd"}}\n  },\n  "z": "Z"\n}\n',
    renames: { cartDue: 'cartOwed' },
    replaced: [
      ['"cartDue": "F', '"cartOwed": "F'],
      ['"@cartDue"', '"@cartOwed"'],
    ],
  },
  FormatJS: {
    format: 'formatjs',
    file: '{"due": {"defaultMessage": "Due", "description": "due", "file": "a.ts"}, "z": {"defaultMessage": "Z"}}',
    renames: { due: 'owed' },
    replaced: [['{"due"', '{"owed"']],
  },
  Chrome: {
    format: 'chrome',
    file: '{"due": {"message": "Due $WHO$", "description": "d", "placeholders": {"who": {"content": "$1", "example": "E"}}}, "z": {"message": "Z"}}',
    renames: { due: 'owed' },
    replaced: [['{"due"', '{"owed"']],
  },
  'a string catalog': {
    format: 'xcstrings',
    file: '{"sourceLanguage": "en", "strings": {"due": {"comment": "due", "extractionState": "manual", "localizations": {"en": {"stringUnit": {"state": "translated", "value": "Due"}}, "de": {"stringUnit": {"state": "translated", "value": "due"}}}}}, "version": "1.0"}',
    renames: { due: 'owed' },
    replaced: [['{"due"', '{"owed"']],
  },
  Android: {
    format: 'android',
    file: '<resources xmlns:tools="http://schemas.android.com/tools">\n  <!-- due date -->\n  <string tools:ignore="X" name="due" formatted="false">due</string>\n  <string name="z">Z</string>\n</resources>\n',
    renames: { due: 'owed' },
    replaced: [['name="due"', 'name="owed"']],
  },
  'a plural and an array of Android': {
    format: 'android',
    file: '<resources>\n  <!-- p -->\n  <plurals name="days">\n    <item quantity="one">%d day</item>\n    <item quantity="other">%d days</item>\n  </plurals>\n  <string-array name="days_list">\n    <item>a</item>\n    <item>b</item>\n  </string-array>\n</resources>\n',
    renames: {
      'days.one': 'nights.one',
      'days.other': 'nights.other',
      'days_list[0]': 'night_list[0]',
      'days_list[1]': 'night_list[1]',
    },
    replaced: [
      ['"days"', '"nights"'],
      ['"days_list"', '"night_list"'],
    ],
  },
  strings: {
    format: 'strings',
    file: '/* "due" = date */\n"due" = "due";\n\nz = "Z";\n',
    renames: { due: 'owed' },
    replaced: [['\n"due"', '\n"owed"']],
  },
  stringsdict: {
    format: 'stringsdict',
    file: '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n  <!-- c -->\n  <key>days</key>\n  <dict>\n    <key>NSStringLocalizedFormatKey</key>\n    <string>%#@days@</string>\n    <key>days</key>\n    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n      <string>NSStringPluralRuleType</string>\n      <key>NSStringFormatValueTypeKey</key>\n      <string>d</string>\n      <key>one</key>\n      <string>%d day</string>\n      <key>other</key>\n      <string>%d days</string>\n    </dict>\n  </dict>\n</dict>\n</plist>\n',
    renames: { 'days.one': 'nights.one', 'days.other': 'nights.other' },
    replaced: [['c -->\n  <key>days<', 'c -->\n  <key>nights<']],
  },
  properties: {
    format: 'properties',
    file: '# cart.due: a date\ncart.due : cart.due\n\nz=Z\n',
    renames: { 'cart.due': 'cart owed' },
    replaced: [['\ncart.due', '\ncart\\ owed']],
  },
  RESX: {
    format: 'resx',
    file: '<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>\n  <resheader name="version"><value>2.0</value></resheader>\n  <data name="due" xml:space="preserve">\n    <value>due</value>\n    <comment>due</comment>\n  </data>\n</root>\n',
    renames: { due: 'owed' },
    replaced: [['name="due"', 'name="owed"']],
  },
  'nested YAML': {
    format: 'yaml',
    file: "de:\n  a: 'A'\n  cart:\n    # A date.\n    due: 'due'\n    \"z\": Z # due\n",
    renames: { 'cart.due': 'cart.no', 'cart.z': 'cart.y' },
    replaced: [
      ['due: ', '"no": '],
      ['"z"', '"y"'],
    ],
  },
  'gettext with names': {
    format: 'po',
    file: 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n#. cart.due\n#: src/cart.c:12\nmsgid "cart.due"\nmsgstr "Due now"\n\n#: src/days.c:1\nmsgid "days"\nmsgid_plural "days"\nmsgstr[0] "%d day"\nmsgstr[1] "%d days"\n',
    renames: { 'cart.due': 'cart.owed', 'days.one': 'nights.one', 'days.other': 'nights.other' },
    replaced: [
      ['msgid "cart.due"', 'msgid "cart.owed"'],
      ['msgid "days"', 'msgid "nights"'],
      ['msgid_plural "days"', 'msgid_plural "nights"'],
    ],
    localeTag: 'en',
  },
  'translations of gettext with contexts': {
    format: 'po',
    file: 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#: src/cart.c:12\n#, c-format\nmsgctxt "cart"\nmsgid "due"\nmsgstr "due"\n\n#~ msgid "due"\n#~ msgstr "alt"\n',
    renames: { 'cart\u0004due': 'cart\u0004owed' },
    replaced: [['msgid "due"', 'msgid "owed"']],
  },
  'XLIFF 1.2': {
    format: 'xliff',
    file: '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="due" source-language="en" target-language="de" datatype="plaintext"><body>\n<trans-unit resname="due" id="due" extra="1"><source>Due</source><target state="translated">due</target><note>due</note></trans-unit>\n<trans-unit id="7" resname="z"><source>Z</source></trans-unit>\n</body></file></xliff>\n',
    renames: { due: 'owed', z: 'y' },
    replaced: [
      ['resname="due"', 'resname="owed"'],
      [' id="due"', ' id="owed"'],
      ['resname="z"', 'resname="y"'],
    ],
  },
  'XLIFF 2.1': {
    format: 'xliff',
    file: '<xliff version="2.1" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0">\n<file id="due"><unit id="u1" name="due"><notes><note>due</note></notes><segment id="s"><source>Due</source><target>due</target></segment></unit></file></xliff>\n',
    renames: { due: 'owed' },
    replaced: [['name="due"', 'name="owed"']],
  },
  CSV: {
    format: 'csv',
    file: 'key,description,en,de\n"due","due",due,due\nz,,Z,Z\n',
    renames: { due: 'owed' },
    replaced: [['"due","due"', '"owed","due"']],
  },
};

describe('renameInFile', () => {
  it.each([
    ['utf16le', 'strings', '\ufeff/* due */\n"due" = "Fällig";\n'],
    ['latin1', 'properties', '# ü\ndue = Fällig\n'],
  ] as const)('keeps the encoding of a file in %s', async (encoding, id, file) => {
    const base = Buffer.from(file, encoding);
    const charset = encoding === 'latin1' ? ({ charset: 'iso-8859-1' } as const) : {};
    const result = await rename(id, base, { due: 'owed' }, charset);
    const expected = file.replace(/(?<=\n"?)due/, 'owed');
    expect(Buffer.from(result!.bytes).toString(encoding)).toBe(expected);
  });

  it('renames the other keys if the file has no place for one name', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `k${at}`);
    const file = Buffer.from(
      JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, name])), a: { b: 'B' } }),
    );
    const renames = {
      ...Object.fromEntries(names.map((name) => [name, `${name}_new`])),
      'a.b': 'a.c',
      k7: 'a.d',
    };
    const result = await rename('json', file, renames);
    expect(JSON.parse(Buffer.from(result!.bytes).toString())).toMatchObject({
      k0_new: 'k0',
      k7: 'k7',
      a: { c: 'B' },
    });
  });

  it('reads a file once for many keys, and reads it a limited number of times if a key has no place', async () => {
    const names = Array.from({ length: 2000 }, (_, at) => `k${at}`);
    const base = Buffer.from(JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x']))));
    const format = formatById('json')!;
    const { rows } = await collectRows(format, inOneChunk(base), options);
    let reads = 0;
    const counting: FileFormat = {
      ...format,
      read: (...given) => {
        reads++;
        return format.read(...given);
      },
    };
    const half = names.slice(0, 1000);
    const renames = new Map(half.map((name) => [name, `new_${name}`]));
    const all = await renameInFile(counting, base, rows, renames, options);
    expect([all!.renamed.size, reads]).toEqual([1000, 1]);
    renames.set('k500', 'k1500');
    const others = await renameInFile(counting, base, rows, renames, options);
    expect(others!.renamed.size).toBe(999);
    expect(reads).toBeLessThanOrEqual(1 + 40);
  });

  it.each([
    [
      'one form of a plural',
      'android',
      '<resources><plurals name="a"><item quantity="one">1</item><item quantity="other">2</item></plurals></resources>',
      { 'a.one': 'b.one' },
    ],
    [
      'a name with another depth in a nested file',
      'json',
      '{"a": {"b": "B"}, "c": "C"}',
      { 'a.b': 'b.b.b' },
    ],
    [
      'a form that leaves its family',
      'android',
      '<resources><plurals name="a"><item quantity="other">2</item></plurals></resources>',
      { 'a.other': 'b' },
    ],
    ['a source text', 'po', 'msgid "Save"\nmsgstr ""\n', { Save: 'Store' }],
    ['another key of the file', 'json', '{"a": "A"}', { b: 'c' }],
  ])('does not rename %s', async (_, id, file, renames) => {
    const localeTag = id === 'po' ? 'en' : 'de';
    expect(
      await rename(id, Buffer.from(file), renames as Record<string, string>, { localeTag }),
    ).toBeNull();
  });

  it.each(Object.entries(CASES))('changes only the names in %s', async (_, one) => {
    const { format, file, renames, replaced, localeTag } = one;
    const result = await rename(format, Buffer.from(file), renames, localeTag ? { localeTag } : {});
    const expected = replaced.reduce((text, [old, next]) => text.replace(old, () => next), file);
    expect(expected).not.toBe(file);
    expect(result && Buffer.from(result.bytes).toString()).toBe(expected);
    expect([...result!.renamed].sort()).toEqual(Object.keys(renames).sort());
  });
});
