import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import {
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  rejection,
  TEST_LIMITS,
} from '../../test/conformance/io.ts';
import type { FileRow, PatchOptions } from '../format.ts';
import { deriveFile } from '../patch/derive.ts';
import { keyNameOf } from './names.ts';
import { defaultPluralForms } from './plural-forms.ts';
import { po } from './po.ts';

const hasGettext = spawnSync('msgmerge', ['--version']).status === 0;
if (!hasGettext) console.warn('Skipped: the programs of gettext are not installed.');

const base = { keySeparator: '.', sourceLocaleTag: 'en', limits: TEST_LIMITS } as const;

const patch = async (file: string, rows: FileRow[], localeTag = 'de', more = {}) => {
  const options = { ...base, localeTags: [localeTag], shape: 'flat', missing: 'keep' } as const;
  const all: PatchOptions = { ...options, ...more };
  const { bytes, report } = await collectPatch(po, Buffer.from(file), rows, all);
  return { file: bytes.toString(), report };
};

async function derive(file: string, rows: FileRow[], from: string, to: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  const derived = deriveFile(po, Buffer.from(file), inBatch(rows), {
    ...base,
    from,
    to,
    shape: 'flat',
  });
  for await (const piece of derived) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* inBatch(rows: FileRow[]): AsyncGenerator<FileRow[], void> {
  yield rows;
}

const read = async (file: string, localeTag = 'de') =>
  (
    await collectRows(po, inOneChunk(Buffer.from(file)), {
      ...base,
      localeTag,
    })
  ).rows;

const row = (name: string, text: string, localeTag = 'de'): FileRow => ({
  name,
  values: [{ localeTag, text }],
});

/** Runs msgfmt and msgmerge on a file. Returns their errors. */
function faultsOf(file: string, template: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'po-'));
  try {
    const [own, pot] = [join(folder, 'a.po'), join(folder, 'a.pot')];
    writeFileSync(own, file);
    writeFileSync(pot, template);
    const runs = [
      spawnSync('msgfmt', [own, '-o', '/dev/null'], { encoding: 'utf8' }),
      spawnSync('msgmerge', ['-q', '-N', own, pot], { encoding: 'utf8' }),
    ];
    return runs.map(({ status, stderr }) => (status === 0 ? '' : stderr)).join('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const HEADER = (language: string) => `# Names of translators
msgid ""
msgstr ""
"Project-Id-Version: p 1\\n"
"POT-Creation-Date: 2020-01-02 03:04+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: LANGUAGE <LL@li.org>\\n"
"Language: ${language}\\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Plural-Forms: ${language === '' ? 'nplurals=INTEGER; plural=EXPRESSION;' : defaultPluralForms(language).header}\\n"
`;

interface Message {
  id: string;
  context: string | null;
  isPlural: boolean;
  isObsolete: boolean;
  marks: string[];
}

const messages = fc.uniqueArray(
  fc.record<Message>({
    id: fc.constantFrom('Open', 'Close', 'Save "it"', 'a\nb', 'Two\n', '%d file'),
    context: fc.constantFrom(null, null, 'menu', ''),
    isPlural: fc.boolean(),
    isObsolete: fc.boolean(),
    marks: fc.subarray([
      '# own note',
      '#. for translators',
      '#: a.c:1',
      '#, fuzzy',
      '#| msgid "old"',
    ]),
  }),
  {
    selector: ({ id, context }) => keyNameOf(context ?? undefined, id),
    minLength: 1,
    maxLength: 8,
  },
);

const quoted = (text: string): string => JSON.stringify(text);

function entryOf({ id, context, isPlural, isObsolete, marks }: Message, text: string): string {
  const end = id.endsWith('\n') ? '\n' : '';
  const lines = [
    ...(context === null ? [] : [`msgctxt ${quoted(context)}`]),
    `msgid ${quoted(id)}`,
    ...(isPlural
      ? [
          `msgid_plural ${quoted(id)}`,
          ...[0, 1].map((at) => `msgstr[${at}] ${quoted(text && `${text}${at}${end}`)}`),
        ]
      : [`msgstr ${quoted(text && text + end)}`]),
  ];
  const comments = isObsolete
    ? marks.filter((mark) => /^#[ ,]/.test(mark))
    : text === ''
      ? marks.filter((mark) => /^#[ .:]/.test(mark))
      : marks;
  const previous = isObsolete && marks.includes('#| msgid "old"') ? ['#~| msgid "old"'] : [];
  const written = lines.map((line) => (isObsolete ? `#~ ${line}` : line));
  return `\n${[...comments, ...previous, ...written].join('\n')}\n`;
}

const nameOf = ({ id, context }: Message): string => keyNameOf(context ?? undefined, id);

function rowsOf(message: Message, text: string, localeTag = 'de'): FileRow[] {
  const name = nameOf(message);
  if (!message.isPlural) return [row(name, text, localeTag)];
  return defaultPluralForms(localeTag).categories.map((category) => ({
    ...row(`${name}.${category}`, `${text}${category}`, localeTag),
    plural: { family: name, category, domain: 'integer' },
  }));
}

describe.skipIf(!hasGettext)('a PO file with skipped content', () => {
  it('passes msgfmt and msgmerge after obsolete entries are added again', async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.array(fc.boolean()), async (all, returns) => {
        const file = HEADER('de') + all.map((one) => entryOf(one, 'alt')).join('');
        const template =
          HEADER('') + all.map((one) => entryOf({ ...one, isObsolete: false }, '')).join('');
        expect(faultsOf(file, template)).toBe('');
        const back = all.filter(({ isObsolete }, index) => isObsolete && returns[index] !== false);
        const present = all.filter((one) => !one.isObsolete || back.includes(one));
        const result = await patch(
          file,
          back.flatMap((one) => rowsOf(one, 'Öffnen')),
        );
        expect(faultsOf(result.file, template)).toBe('');
        const names = (await read(result.file)).map(({ name, plural }) => plural?.family ?? name);
        expect(new Set(names)).toEqual(new Set(present.map(nameOf)));
        for (const one of back) {
          if (one.marks.includes('# own note')) continue;
          expect(result.file).not.toContain(`#~ msgid ${quoted(one.id)}\n#~ msgstr`.repeat(2));
        }
      }),
      { numRuns: testRuns(8) },
    );
  });

  it('loses its skipped texts and its comments when it is derived for another language', async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.constantFrom('fr', 'ar', 'ja'), async (all, to) => {
        const file =
          HEADER('de').replace('CHARSET', 'UTF-8') +
          all.map((one) => entryOf(one, 'älter')).join('');
        const own = all.filter(({ isObsolete }) => !isObsolete);
        const derived = await derive(
          file,
          own.slice(1).flatMap((one) => rowsOf(one, 'Ü', to)),
          'de',
          to,
        );
        expect(derived).not.toMatch(/älter|#~|#\||own note/);
        expect(derived).toMatch(/^# Names of translators/);
        const template =
          HEADER('') + all.map((one) => entryOf({ ...one, isObsolete: false }, '')).join('');
        expect(faultsOf(derived, template)).toBe('');
      }),
      { numRuns: testRuns(6) },
    );
  });

  it("keeps the translators' comments of an entry that is added again, as with msgmerge", async () => {
    const file = `${HEADER('de')}\nmsgid "a"\nmsgstr "A"\n\n# note\n#, fuzzy\n#~ msgctxt "m"\n#~ msgid "O"\n#~ "pen"\n#~ msgstr "Alt"\n\n#~ msgid "kept"\n#~ msgstr "so"\n`;
    const { file: next } = await patch(file, [row('a', 'A'), row('m\u0004Open', 'Auf')]);
    expect(next).toBe(
      `${HEADER('de')}\nmsgid "a"\nmsgstr "A"\n\n# note\nmsgctxt "m"\nmsgid "Open"\nmsgstr "Auf"\n\n#~ msgid "kept"\n#~ msgstr "so"\n`,
    );
  });

  it('gets the charset UTF-8 in place of an unusable charset, in a new or an existing file', async () => {
    for (const charset of ['CHARSET', 'ASCII', 'us-ascii']) {
      const file = `${HEADER('de').replace('CHARSET', charset)}\nmsgid "Open"\nmsgstr ""\n`;
      const plain = await patch(file, [row('Open', 'Auf')]);
      expect(plain.file).toContain(`charset=${charset}\\n`);
      const { file: next, report } = await patch(file, [row('Open', 'Öffnen')]);
      expect(next).toBe(
        file
          .replace(`=${charset}`, '=UTF-8')
          .replace('msgid "Open"\nmsgstr ""', 'msgid "Open"\nmsgstr "Öffnen"'),
      );
      expect(report.notices).toMatchObject([{ code: 'charset_changed' }]);
      const source = file.replace('Language: de', 'Language: en');
      const derived = await derive(source, [row('Open', 'Öffnen', 'hu')], 'en', 'hu');
      expect(derived).toContain('charset=UTF-8\\n');
      expect(derived).not.toMatch(/YEAR|FULL NAME|LANGUAGE </);
      const { status, stderr } = spawnSync('msgfmt', ['-c', '-', '-o', '/dev/null'], {
        input: derived,
        encoding: 'utf8',
      });
      expect([status, stderr.replaceAll(/.*(?:Version|MIME|Transfer).*\n/g, '')]).toEqual([0, '']);
    }
  });

  it('gets texts that start and end with the same line breaks as their msgids', async () => {
    const file = `${HEADER('de')}\nmsgid "two\\n"\nmsgstr ""\n\nmsgid "\\nx"\nmsgstr ""\n\nmsgid "y"\nmsgstr ""\n`;
    const { file: next } = await patch(file, [
      row('two\n', 'zwei'),
      row('\nx', 'ix\n'),
      row('y', '\r\nyp\n\n'),
      row('new\n', 'neu'),
    ]);
    expect(faultsOf(next, file)).toBe('');
    const texts = (await read(next)).map(({ values }) => values.at(-1)!.text);
    expect(texts).toEqual(['zwei\n', '\nix', 'yp', 'neu\n']);
    expect((await patch(next, [row('two\n', 'zwei'), row('y', 'yp\n')])).file).toBe(next);
  });

  it('gets a header with all forms of the language if it has no Plural-Forms', async () => {
    const header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n';
    const entry = (id: string, ...texts: string[]) =>
      `\nmsgid "${id}"\nmsgid_plural "${id}s"\n${texts.map((text, index) => `msgstr[${index}] "${text}"\n`).join('')}`;
    const file = header + entry('day', '', '') + entry('hour', 'A', 'B');
    const rows = await read(file, 'ar');
    expect((await patch(file, rows, 'ar')).file).toBe(file);
    const message: Message = {
      id: 'day',
      context: null,
      isPlural: true,
      isObsolete: false,
      marks: [],
    };
    const { file: next, report } = await patch(file, rowsOf(message, 'D', 'ar'), 'ar');
    expect(report.refused).toEqual([]);
    expect(report.notices).toMatchObject([{ code: 'plural_forms_added' }]);
    expect(faultsOf(next, file)).toBe('');
    const forms = defaultPluralForms('ar');
    expect(next).toContain(`"Plural-Forms: nplurals=6;`);
    expect(next).toContain(entry('day', ...forms.categories.map((category) => `D${category}`)));
    expect(next).toContain(
      entry('hour', ...forms.categories.map((category) => (category === 'one' ? 'A' : 'B'))),
    );
    const single = await patch(header + entry('day', '', ''), rowsOf(message, 'D', 'th'), 'th');
    expect(single.file).toContain(entry('day', 'Dother'));
    expect(single.file).toContain('nplurals=1');
  });
});

describe('the writer of PO and a patch', () => {
  it('reject U+0004 outside the end of a context, and name the key', async () => {
    const faulty = [row('a', 'b\u0004'), row('menu\u0004Open\u0004', 'Auf')];
    for (const one of faulty) {
      const options = { ...base, localeTags: ['de'], shape: 'flat' } as const;
      const error = await rejection(collectBytes(po.write(inBatch([one]), options)));
      expect(error).toMatchObject({ path: one.name, message: expect.stringContaining('U+0004') });
      expect(await rejection(patch('', [one]))).toMatchObject({ path: one.name });
    }
    const there = 'msgid "a"\nmsgstr "A"\n';
    expect(await rejection(patch(there, [row('a', 'b\u0004')]))).toMatchObject({ path: 'a' });
  });

  it('write a description that ends in a backslash so that the comment ends with its line', async () => {
    const descriptions = ['path C:\\', 'C:\\ ', 'C:\\\\\n\\\nend', 'C:\\\\  ', 'no end\\ x'];
    const rows = descriptions.map((description, index) => ({
      ...row(`k${index}`, 'x'),
      description,
    }));
    const options = { ...base, localeTags: ['de'], shape: 'flat' } as const;
    const file = Buffer.from(await collectBytes(po.write(inBatch(rows), options))).toString();
    expect((await read(file)).map(({ description }) => description)).toEqual(descriptions);
    expect(file).not.toMatch(/^#.*\\$/m);
    if (hasGettext) expect(faultsOf(file, file)).toBe('');
    const patched = await patch('msgid "z"\nmsgstr "Z"\n', rows);
    expect(patched.file).not.toMatch(/^#.*\\$/m);
  });
});
