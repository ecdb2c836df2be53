import { describe, expect, it } from 'vitest';
import { collectPatch, rejection, TEST_LIMITS } from '../../test/conformance/io.ts';
import { type FileRow, FormatError, type PatchOptions } from '../format.ts';
import { po } from './po.ts';

const defaults: PatchOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['de'],
  shape: 'flat',
  limits: TEST_LIMITS,
  missing: 'keep',
};

const row = (name: string, text: string, state?: 'translated' | 'needs_review'): FileRow => ({
  name,
  values: [{ localeTag: 'de', text, ...(state && { state }) }],
});

async function patch(base: string | Buffer, rows: FileRow[], options: Partial<PatchOptions> = {}) {
  const all = { ...defaults, ...options };
  const { bytes, report } = await collectPatch(po, Buffer.from(base), rows, all);
  return { bytes, file: bytes.toString(), report };
}

const BASE = `# made by hand
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"
"X-Poedit: 1\\n"

#: a.c:1
#, fuzzy, c-format
#| msgid "Opn"
msgctxt "menu"
msgid   "Open"
msgstr "Öffn"
"en"

# note
msgid "Close"
msgstr ""

#~ msgid "gone"
#~ msgstr "weg"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "Datei"
msgstr[1] "Dateien"
# end`;

describe('a patch of a PO file', () => {
  it('gives a new plural the msgid_plural of its source, which programs look up', async () => {
    const formOf = (category: 'one' | 'other', en: string, de?: string): FileRow => ({
      name: `%d row.${category}`,
      values: [
        { localeTag: 'en', text: en },
        ...(de === undefined ? [] : [{ localeTag: 'de', text: de }]),
      ],
      plural: { family: '%d row', category, domain: 'integer' },
    });
    const rows = [formOf('one', '%d row', 'Zeile'), formOf('other', '%d rows', 'Zeilen')];
    const written = (file: string) => file.slice(file.indexOf('msgid "%d row"'));
    const added = 'msgid "%d row"\nmsgid_plural "%d rows"\nmsgstr[0] "Zeile"\nmsgstr[1] "Zeilen"\n';
    const both = { localeTags: ['en', 'de'], referenceTag: 'en' };
    const base = BASE.replace('# end', '\n');
    expect(written((await patch(base, rows, both)).file).trim()).toBe(added.trim());
    // The text of the project is newer than the text of the program.
    const sibling = Buffer.from(
      added.replace(/"Zeilen?"/g, '""').replaceAll('%d rows', '%d lines'),
    );
    expect((await patch(base, rows, { ...both, sibling })).file).toContain(
      'msgid_plural "%d lines"',
    );
    const untranslated = [formOf('one', '%d row'), formOf('other', '%d rows')];
    expect((await patch(base, untranslated, both)).file).toBe(base);
  });

  it('changes only strings, the fuzzy flag and related comments', async () => {
    const rows = [row('menu\u0004Open', 'Auf', 'translated'), row('%d file.other', 'Akten')];
    const { file, report } = await patch(BASE, rows);
    expect(file).toBe(
      BASE.replace('#, fuzzy, c-format\n#| msgid "Opn"\n', '#, c-format\n')
        .replace('"Öffn"\n"en"', '"Auf"')
        .replace('"Dateien"', '"Akten"'),
    );
    expect(report).toEqual({ replaced: 2, inserted: 0, removed: 0, kept: 1, refused: [] });
  });

  it('keeps a fuzzy flag that the row confirms or does not mention, and adds a new flag after the comments', async () => {
    const open = 'menu\u0004Open';
    expect((await patch(BASE, [row(open, 'Öffnen')])).file).toBe(BASE);
    expect((await patch(BASE, [row(open, 'Öffnen', 'needs_review')])).file).toBe(BASE);
    const { file } = await patch(BASE, [row('Close', 'Zu', 'needs_review')]);
    expect(file).toBe(
      BASE.replace(
        '# note\nmsgid "Close"\nmsgstr ""',
        '# note\n#, fuzzy\nmsgid "Close"\nmsgstr "Zu"',
      ),
    );
    const flagged = '#, c-format\nmsgid "a"\nmsgstr "b"\n';
    expect((await patch(flagged, [row('a', 'b', 'needs_review')])).file).toBe(
      '#, fuzzy, c-format\nmsgid "a"\nmsgstr "b"\n',
    );
    const alone = '#, fuzzy\r\n#| msgid "x"\r\nmsgid "a"\r\nmsgstr "b"\r\n';
    expect((await patch(alone, [row('a', 'c')])).file).toBe('msgid "a"\r\nmsgstr "c"\r\n');
  });

  it('inserts entries and whole families after the preceding entry', async () => {
    const plural = (category: 'one' | 'other', text: string): FileRow => ({
      ...row(`day.${category}`, text),
      plural: { family: 'day', category, domain: 'integer' },
    });
    const rows = [
      row('Close', 'Zu'),
      { ...row('ctx\u0004Save', 'Sichern'), description: 'verb' },
      plural('one', 'Tag'),
      plural('other', 'Tage'),
    ];
    const { file, report } = await patch(BASE, rows);
    const added = `msgstr "Zu"

#. verb
msgctxt "ctx"
msgid "Save"
msgstr "Sichern"

msgid "day"
msgid_plural "day"
msgstr[0] "Tag"
msgstr[1] "Tage"
`;
    expect(file).toBe(BASE.replace('msgid "Close"\nmsgstr ""\n', `msgid "Close"\n${added}`));
    expect(report.inserted).toBe(4);
  });

  it('empties removed translations, and removes entries from the source file', async () => {
    const base =
      'msgid "a"\nmsgstr "A"\n\n# of b\nmsgid "b"\nmsgstr "B"\n\n#~ msgid "c"\n#~ msgstr "C"\n';
    const target = await patch(base, [row('a', 'A')], { missing: 'remove' });
    expect(target.file).toBe(base.replace('"B"', '""'));
    expect(target.report.removed).toBe(1);
    const rows = [{ name: 'a', values: [{ localeTag: 'en', text: 'A' }] }];
    const source = await patch(base, rows, { missing: 'remove', localeTags: ['en'] });
    expect(source.file).toBe(base.replace('\n# of b\nmsgid "b"\nmsgstr "B"\n', ''));
  });

  it('does not change a template whose texts are the msgids', async () => {
    const base = 'msgid "a"\nmsgstr ""\n';
    const rows = [{ name: 'a', values: [{ localeTag: 'en', text: 'a' }] }];
    const options = { localeTags: ['en'], missing: 'remove' } as const;
    expect((await patch(base, rows, options)).file).toBe(base);
  });

  it('wraps lines as the base does', async () => {
    const long = 'many words '.repeat(12).trim();
    const wrapped = await patch('msgid "a"\nmsgstr ""\n', [row('a', long)]);
    expect(wrapped.file.split('\n')).toHaveLength(5);
    const unwrapped = `msgid "a"\nmsgstr ""\n\nmsgid "${long}"\nmsgstr "x"\n`;
    expect((await patch(unwrapped, [row('a', long)])).file).toContain(`msgstr "${long}"\n`);
    const flagged = '#, no-wrap\nmsgid "a"\nmsgstr ""\n';
    expect((await patch(flagged, [row('a', long)])).file).toContain(`msgstr "${long}"\n`);
  });

  it('keeps the charset of the base, and rejects characters that the charset lacks', async () => {
    const base =
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n\nmsgid "a"\nmsgstr "ä"\n';
    const latin = Buffer.from(base, 'latin1');
    expect((await patch(latin, [row('a', 'ä')])).bytes.equals(latin)).toBe(true);
    const { bytes } = await patch(latin, [row('a', 'ö')]);
    expect(bytes.toString('latin1')).toBe(base.replace('"ä"', '"ö"'));
    expect(await rejection(patch(latin, [row('a', '漢')]))).toBeInstanceOf(FormatError);
  });

  it('rejects a plural form of an entry without plurals, and leaves out forms that the file lacks', async () => {
    const few: FileRow = {
      ...row('%d file.few', 'x'),
      plural: { family: '%d file', category: 'few', domain: 'integer' },
    };
    expect((await patch(BASE, [few])).file).toBe(BASE);
    const single: FileRow = {
      ...row('Close.one', 'x'),
      plural: { family: 'Close', category: 'one', domain: 'integer' },
    };
    const { report } = await patch(BASE, [single]);
    expect(report.refused).toMatchObject([{ path: 'Close.one', code: 'no_form' }]);
  });

  it('writes the header of a new file into an empty base', async () => {
    const { file } = await patch('', [row('a', 'A')]);
    expect(file).toMatch(
      /^msgid ""\nmsgstr ""\n"Language: de\\n"\n[\s\S]*\n\nmsgid "a"\nmsgstr "A"\n$/,
    );
  });
});
