import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../test/conformance/data.ts';
import {
  batches,
  collectBytes,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
} from '../../test/conformance/io.ts';
import type { FileRow } from '../format.ts';
import { CATEGORIES, defaultPluralForms } from './plural-forms.ts';
import { po } from './po.ts';

const base = { keySeparator: '.', sourceLocaleTag: 'en', shape: 'flat' } as const;

const write = async (rows: FileRow[], localeTag = 'de', more: { poWrap?: boolean } = {}) =>
  Buffer.from(
    await collectBytes(po.write(batches(rows), { ...base, ...more, localeTags: [localeTag] })),
  ).toString();

const read = async (file: string, localeTag = 'de') =>
  (
    await collectRows(
      po,
      inOneChunk(Buffer.from(file)),
      readOptions({ ...base, localeTags: [localeTag] }),
    )
  ).rows;

const pair = (name: string, text?: string, localeTag = 'de'): FileRow => ({
  name,
  values: [{ localeTag: 'en', text: name }, ...(text === undefined ? [] : [{ localeTag, text }])],
});

const family = (name: string, localeTag: string, categories = CATEGORIES): FileRow[] =>
  categories.map((category) => ({
    name: `${name}.${category}`,
    plural: { family: name, category, domain: 'integer' },
    values: [
      ...(category === 'one' ? [{ localeTag: 'en', text: name }] : []),
      ...(category === 'other' ? [{ localeTag: 'en', text: `${name}s` }] : []),
      { localeTag, text: `${localeTag} ${category}` },
    ],
  }));

describe('the writer of PO', () => {
  it('writes contexts, descriptions, states and plural forms, and a header without dates', async () => {
    const rows: FileRow[] = [
      { ...pair('menu\u0004Open', 'Öffnen'), description: 'In the menu\nlast' },
      pair('Close'),
      ...family('file', 'de', ['one', 'other']),
      { name: 'Old', values: [{ localeTag: 'de', text: 'Alt', state: 'needs_review' }] },
    ];
    expect(await write(rows)).toBe(`msgid ""
msgstr ""
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. In the menu
#. last
msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

msgid "Close"
msgstr ""

msgid "file"
msgid_plural "files"
msgstr[0] "de one"
msgstr[1] "de other"

#, fuzzy
msgid "Old"
msgstr "Alt"
`);
  });

  it('groups the forms of a family from rows in any order', async () => {
    const [one, other] = family('file', 'de', ['one', 'other']);
    const file = await write([one!, pair('a', 'b'), other!]);
    expect(file.split('\n\n').slice(1).join('\n\n')).toBe(
      'msgid "file"\nmsgid_plural "files"\nmsgstr[0] "de one"\nmsgstr[1] "de other"\n\nmsgid "a"\nmsgstr "b"\n',
    );
  });
});

const hasGettext = spawnSync('msgfmt', ['--version']).status === 0;
if (!hasGettext) console.warn('Skipped: the programs of gettext are not installed.');

const LONG = [
  'aaaaaaaaa '.repeat(12),
  `${'aaaaaaaaa '.repeat(7)}aaaaaa bbbbbbbbb aaaa aa`,
  `${'aaaaaaaaa '.repeat(7)}aaaaaaa bbbbbbbbb aaaa aa`,
  `${'aaaaaaaaa '.repeat(6)}aaaaaaaa`,
  `${'aaaaaaaaa '.repeat(7)}aaaaaa\n`,
  'one\ntwo\n',
  'one\n',
  'one\n\ntwo',
  `${'x'.repeat(120)} y`,
  'a "quoted" \\ text\twith a tab',
];

describe.skipIf(!hasGettext)('PO files for the programs of gettext', () => {
  const run = (program: string, input: string, ...flags: string[]) =>
    execFileSync(program, [...flags, '-'], { input, stdio: ['pipe', 'pipe', 'pipe'] }).toString();

  it('pass msgfmt --check, with plural forms in every language', async () => {
    const hostile = hostileTexts.filter((text) => text !== '' && !/[\r\n]/.test(text));
    const rows = hostile.map((text, index): FileRow => ({ ...pair(`k${index}`, text) }));
    for (const tag of ['de', 'fr', 'ru', 'cs', 'ar', 'lv', 'he', 'ga', 'ja', 'kw', 'sr-Latn']) {
      const { categories } = defaultPluralForms(tag);
      const forms = family('file', tag, [...new Set([...categories, 'one', 'other'] as const)]);
      const file = await write([...(tag === 'de' ? rows : []), ...forms], tag);
      expect(() => run('msgfmt', file, '--check', '-o', '/dev/null'), tag).not.toThrow();
    }
  });

  it('have the same bytes after msgcat', async () => {
    const rows = LONG.map(
      (text, index): FileRow => ({ name: `k${index}`, values: [{ localeTag: 'de', text }] }),
    );
    const file = await write([...rows, ...family('file', 'de', ['one', 'other'])]);
    expect(run('msgcat', file)).toBe(file);
  });

  it('cannot have a plural family with the name of another entry, in either order', async () => {
    const rows = [pair('a', 'A'), pair('file', 'Datei')];
    const forms = family('file', 'de', ['one', 'other']);
    for (const all of [
      [...rows, ...forms],
      [...forms, ...rows],
    ]) {
      expect(await rejection(write(all))).toMatchObject({ name: 'FormatError', path: 'file' });
    }
  });

  it('have the same bytes as after msgcat --no-wrap if they are exported without wrapping', async () => {
    const rows = LONG.map((text, index) => pair(`k${index}`, text));
    const file = await write(rows, 'ru', { poWrap: false });
    expect(file).not.toBe(await write(rows, 'ru'));
    expect(run('msgcat', file, '--no-wrap')).toBe(file);
  });

  it('have the same texts after msgcat --no-wrap', async () => {
    const texts = hostileTexts.filter((text) => text !== '' && !text.includes('\r'));
    const rows = texts.map((text, index) => pair(`k${index}`, text));
    const written = rows.map((row): FileRow => {
      const [source, value] = row.values;
      const text = po.asWritten!(value!.text, row);
      return { ...row, values: text === '' ? [source!] : [source!, { ...value!, text }] };
    });
    expect(await read(run('msgcat', await write(rows), '--no-wrap'))).toEqual(written);
  });
});
