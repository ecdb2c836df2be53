import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import {
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import { FormatError, type ReadOptions } from '../format.ts';
import { defaultPluralForms } from './plural-forms.ts';
import { po } from './po.ts';
import { PoScanner } from './scanner.ts';

type Options = Partial<Pick<ReadOptions, 'localeTag' | 'poKind'>>;

async function read(file: string | Uint8Array, options: Options = {}) {
  const base = { keySeparator: '.', localeTags: ['de'], sourceLocaleTag: 'en' };
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return collectRows(po, inOneChunk(bytes), { ...readOptions(base), ...options });
}

const faultOf = async (file: string | Uint8Array, options: Options = {}): Promise<FormatError> =>
  (await rejection(read(file, options))) as FormatError;

const header = (...lines: string[]) =>
  `msgid ""\nmsgstr ""\n${lines.map((line) => `"${line}\\n"\n`).join('')}\n`;

describe('the reader of PO', () => {
  it('reads contexts, descriptions, states and escapes, and leaves out obsolete entries', async () => {
    const { rows } = await read(`# by hand
#. In the menu
#.  with care
#: src/a.c:12
#, fuzzy, c-format
#| msgid "Opn"
msgctxt "menu"
msgid "Open"
msgstr "\\"Öff" "nen\\"\\t\\\\\\x41\\101\\n"
"\\a\\b\\f\\r\\v"

#, fuzzy
#~ msgid "gone"
#~ msgstr "weg"
#~| msgid "Old"
msgid "Plain" msgstr ""
`);
    expect(rows).toEqual([
      {
        name: 'menu\u0004Open',
        description: 'In the menu\n with care',
        values: [
          { localeTag: 'en', text: 'Open' },
          { localeTag: 'de', text: '"Öffnen"\t\\AA\n\u0007\b\f\r\v', state: 'needs_review' },
        ],
      },
      { name: 'Plain', values: [{ localeTag: 'en', text: 'Plain' }] },
    ]);
  });

  it('reads plural forms as a family with the categories of the language', async () => {
    const forms = defaultPluralForms('ru').header;
    const file = `${header(`Plural-Forms: ${forms}`)}msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "A"\nmsgstr[1] "B"\nmsgstr[2] ""\n`;
    const { rows } = await read(file, { localeTag: 'ru' });
    const plural = (category: string) => ({ family: '%d file', category, domain: 'integer' });
    expect(rows).toEqual([
      {
        name: '%d file.one',
        plural: plural('one'),
        values: [
          { localeTag: 'en', text: '%d file' },
          { localeTag: 'ru', text: 'A' },
        ],
      },
      { name: '%d file.few', plural: plural('few'), values: [{ localeTag: 'ru', text: 'B' }] },
      { name: '%d file.many', plural: plural('many'), values: [] },
      {
        name: '%d file.other',
        plural: plural('other'),
        values: [{ localeTag: 'en', text: '%d files' }],
      },
    ]);
  });

  it('reads a file without Plural-Forms as gettext does, with two forms', async () => {
    const entry = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n';
    const header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n';
    for (const localeTag of ['ar', 'ru', 'th', 'de', 'cy']) {
      const { rows, warnings } = await read(entry, { localeTag });
      expect(rows).toEqual((await read(header + entry, { localeTag })).rows);
      const codes = warnings.map(({ code }) => code).filter((code) => code === 'plural_forms');
      expect(codes, localeTag).toHaveLength(localeTag === 'de' ? 0 : 1);
    }
    const third = await read(`${entry}msgstr[2] "z"\n`, { localeTag: 'ru' });
    expect(third.warnings).toContainEqual(
      expect.objectContaining({
        code: 'plural_form_unused',
        message: expect.stringContaining('a file without Plural-Forms has 2'),
      }),
    );
    const alone = await read('msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] ""\n', {
      localeTag: 'ja',
    });
    expect(alone.rows.at(-1)).toMatchObject({ name: 'a.other', values: [{}, { text: 'x' }] });
  });

  it('reads all digits of \\x as one byte, as gettext does', async () => {
    const { rows } = await read('msgid "a"\nmsgstr "\\x0041 \\x141z \\501"\n');
    expect(rows[0]!.values[1]!.text).toBe('A Az A');
    const fault = await faultOf('msgid "a"\nmsgstr "\\x41bc"\n');
    expect(fault.message).toContain('\\x41bc is not a character');
  });

  it('prefers the forms of the header to the forms of the language', async () => {
    const file = `${header('Plural-Forms: nplurals=1; plural=0;')}msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\n`;
    const { rows } = await read(file);
    expect(rows.map(({ name, values }) => [name, values.at(-1)!.text])).toEqual([
      ['a.one', 'a'],
      ['a.other', 'x'],
    ]);
  });

  it('reads a template as the source, even with placeholders in the header', async () => {
    const head = header(
      'Language: ',
      'Content-Type: text/plain; charset=CHARSET',
      'Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;',
    );
    const file = `#, fuzzy\n${head}msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgid_plural "c"\nmsgstr[0] ""\nmsgstr[1] ""\n`;
    const { rows, warnings } = await read(file, { localeTag: 'en' });
    expect(rows.map(({ name, values }) => [name, values])).toEqual([
      ['a', [{ localeTag: 'en', text: 'a' }]],
      ['b.one', [{ localeTag: 'en', text: 'b' }]],
      ['b.other', [{ localeTag: 'en', text: 'c' }]],
    ]);
    expect(warnings).toMatchObject([{ code: 'po_kind', message: /texts of the source/ }]);
  });

  it('uses the forms of the language if the header declares no forms, as in files of Lingui', async () => {
    const file = `${header('Language: de', 'Plural-Forms: nplurals=0')}msgid "a"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n`;
    const { rows } = await read(file);
    expect(rows.map(({ name, values }) => [name, values.at(-1)!.text])).toEqual([
      ['a.one', 'x'],
      ['a.other', 'y'],
    ]);
  });

  it('uses msgids as names if the source locale has other texts, or if an option says so', async () => {
    const file = 'msgid "new.key"\nmsgstr ""\n\nmsgid "home.title"\nmsgstr "Home"\n';
    const { rows, warnings } = await read(file, { localeTag: 'en' });
    expect(rows).toEqual([
      { name: 'new.key', values: [] },
      { name: 'home.title', values: [{ localeTag: 'en', text: 'Home' }] },
    ]);
    expect(warnings).toMatchObject([{ code: 'po_kind', message: /names of keys/ }]);
    const ids = await read(file, { poKind: 'ids' });
    expect(ids.rows.map(({ values }) => values)).toEqual([[], [{ localeTag: 'de', text: 'Home' }]]);
    expect(ids.warnings).toEqual([]);
    const texts = await read(file, { localeTag: 'en', poKind: 'text' });
    expect(texts.rows[0]!.values).toEqual([{ localeTag: 'en', text: 'new.key' }]);
  });

  it('reports the most frequent format flag of the strings', async () => {
    const file = '#, c-format\nmsgid "a"\nmsgstr ""\n\n#, c-format\nmsgid "b"\nmsgstr ""\n';
    const { warnings } = await read(`${file}\n#, no-c-format\nmsgid "c"\nmsgstr ""\n`);
    expect(warnings.at(-1)).toMatchObject({ code: 'po_format', message: /c-format \(2 strings\)/ });
  });

  it('decodes the charset of the header', async () => {
    const file = (charset: string) =>
      `${header(`Content-Type: text/plain; charset=${charset}`)}msgid "a"\nmsgstr "\u00e4\u0080"\n`;
    const bytes = (charset: string) => Buffer.from(file(charset), 'latin1');
    const textOf = async (charset: string) => (await read(bytes(charset))).rows[0]!.values[1]!.text;
    expect(await textOf('ISO-8859-1')).toBe('ä\u0080');
    expect(await textOf('windows-1252')).toBe('ä€');
    expect(await textOf('CP1251')).toBe('дЂ');
    for (const charset of ['utf-7', 'KOI8-R', 'UTF-16', 'constructor']) {
      expect(await faultOf(bytes(charset)), charset).toMatchObject({ line: 3 });
    }
    const fault = await faultOf(bytes('UTF-8'));
    expect(fault).toMatchObject({ line: 6, isMalformed: true });
  });

  it('compares the language of the header with the language of the import', async () => {
    const of = (language: string, localeTag: string) =>
      read(`${header('X: y', `Language: ${language}`)}msgid "a"\nmsgstr "b"\n`, { localeTag });
    const same = [
      'de de',
      'de_DE de',
      'de de-AT',
      'pt_BR pt',
      'sr@latin sr-Latn',
      'de_DE.UTF-8 de',
      'zh_CN zh-Hans',
      'no nb',
      'nb_NO no',
      ' de',
      'German_language de',
      'ca@valencia ca-valencia',
    ];
    for (const pair of same) {
      const [language, tag] = pair.split(' ') as [string, string];
      expect((await of(language, tag)).rows, pair).toHaveLength(1);
    }
    for (const pair of ['fr de', 'en_GB en', 'sr@latin sr', 'pt_PT pt-BR', 'zh_TW zh-Hans']) {
      const [language, tag] = pair.split(' ') as [string, string];
      expect(await rejection(of(language, tag)), pair).toMatchObject({ line: 4 });
    }
  });

  it('reads several domains as one file, with a warning', async () => {
    const one = header('X: y');
    const { rows, warnings } = await read(
      `${one}msgid "a"\nmsgstr "b"\ndomain "x"\n${one}msgid "c"\nmsgstr "d"\n`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(warnings[0]).toMatchObject({ code: 'po_domain' });
  });

  it('rejects invalid PO files, and names the line of the fault', async () => {
    const faults: [file: string, line: number][] = [
      ['hello', 1],
      ['msgid "a"', 1],
      ['msgid "a"\n\nmsgid "b"\nmsgstr "c"\n', 1],
      ['msgstr "a"', 1],
      ['"a"', 1],
      ['msgid "a"\nmsgstr\n', 1],
      ['msgid "a"\nmsgstr "b" c\n', 2],
      ['msgid "a"\nmsgstr "b" # c\n', 2],
      ['msgid "a"\nmsgstr "b\n', 2],
      ['msgid "a"\nmsgstr "b\\"\n', 2],
      ['msgid "a"\nmsgstr "\\q"\n', 2],
      ['msgid "a"\nmsgstr "\\377"\n', 2],
      ['msgid "a"\nmsgstr "\\0"\n', 2],
      ['msgid "a"\nmsgstr "b\rc"\n', 2],
      ['msgid "a"\nmsgstr "b"\nmsgstr "c"\n', 3],
      ['msgid "a"\nmsgstr[0] "b"\n', 2],
      ['msgid "a"\nmsgid_plural "b"\nmsgstr "c"\n', 3],
      ['msgid "a"\nmsgid_plural "b"\nmsgstr[1] "c"\n', 3],
      ['msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[2] "d"\n', 4],
      ['msgid "a"\nmsgid_plural "b"\nmsgstr[999999999999] "c"\n', 3],
      ['msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', 1],
      ['msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', 4],
      ['msgid "a.one"\nmsgstr "b"\n\nmsgid "a"\nmsgid_plural "c"\nmsgstr[0] ""\nmsgstr[1] ""\n', 4],
      ['msgctxt "a\\004"\nmsgid "b"\nmsgstr "c"\n', 2],
      ['msgid "a\\004b"\nmsgstr "c"\n', 1],
      ['msgctxt "a"\nmsgctxt "b"\nmsgid "c"\nmsgstr "d"\n', 1],
      ['msgctxt "a"\n', 1],
      ['#~ #~ msgid "a"\n', 1],
      ['#~ hello\n', 1],
      [`${header('X: y')}${header('X: y')}`, 5],
      [header('X: y', 'Plural-Forms: nplurals=2; plural=n/0;'), 4],
      [header('Plural-Forms: nplurals=1000000000; plural=0;'), 3],
      [header('Plural-Forms: nplurals=1e9; plural=0;'), 3],
      [header(`Plural-Forms: nplurals=2; plural=${'n?'.repeat(10_000)}0;`), 3],
      [header('Plural-Forms: nplurals=2; plural=n%3;'), 3],
    ];
    for (const [file, line] of faults) {
      const fault = await faultOf(file);
      expect(fault, file.slice(0, 80)).toBeInstanceOf(FormatError);
      expect(fault.line, file.slice(0, 80)).toBe(line);
    }
  });

  it('accepts carriage returns as line ends', async () => {
    const file = '# note\rmsgid "a"\rmsgstr "b"\r\rmsgid "a"\rmsgstr "c"\r';
    expect(await faultOf(file)).toMatchObject({ path: 'a', line: 5 });
    expect((await read(file.slice(0, 29))).rows).toHaveLength(1);
  });

  it('reads a million empty strings, and rejects a string of a hundred million characters', async () => {
    const growth = await growthOf(250_000, async (lines) => {
      const many = `msgid "a"\nmsgstr "b"\n${'""\n'.repeat(lines)}`;
      expect((await read(many)).rows[0]!.values[1]!.text).toBe('b');
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
    const scanner = new PoScanner({ take: () => {}, domain: () => {} }, TEST_LIMITS);
    const long = () => {
      for (let n = 0; n < 100_000; n++) scanner.write('x'.repeat(1000));
    };
    scanner.write('msgid "');
    expect(long).toThrow(FormatError);
  });

  it('rejects a name that is too long by itself or with its context, and names the line', async () => {
    const { keyNameLength } = TEST_LIMITS;
    const entry = (context: number, id: number) =>
      `\n\nmsgctxt "${'c'.repeat(context)}"\nmsgid "${'i'.repeat(id)}"\nmsgstr "b"\n`;
    expect((await read(entry(100, keyNameLength - 101))).rows).toHaveLength(1);
    for (const file of [entry(100, keyNameLength - 100), entry(1, keyNameLength + 1)]) {
      const { message, line } = await faultOf(file);
      expect(message).toContain(`has more than ${keyNameLength} characters`);
      expect([3, 4]).toContain(line);
    }
  });

  it('warns once about forms that the header does not declare', async () => {
    const entry = (id: string) =>
      `msgid "${id}"\nmsgid_plural "x"\nmsgstr[0] "A"\nmsgstr[1] "B"\nmsgstr[2] "C"\n`;
    const { rows, warnings } = await read(entry('a') + entry('b'));
    expect(rows.map(({ name }) => name)).toEqual(['a.one', 'a.other', 'b.one', 'b.other']);
    const codes = warnings.map(({ code }) => code);
    expect(codes.filter((code) => code === 'plural_form_unused')).toHaveLength(1);
  });
});
