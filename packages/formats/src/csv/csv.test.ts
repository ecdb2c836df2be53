import { describe, expect, it } from 'vitest';
import { testConformance } from '../../test/conformance/conformance.ts';
import {
  batches,
  collectBytes,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
} from '../../test/conformance/io.ts';
import { type FileRow, FormatError, type WriteOptions } from '../format.ts';
import { csv } from './csv.ts';

const base = { sourceLocaleTag: 'en', keySeparator: '.', shape: 'flat' } as const;

testConformance({
  format: csv,
  writings: [
    { ...base, label: 'with one locale', localeTags: ['en'] },
    { ...base, label: 'with three locales', localeTags: ['en', 'pt-BR', 'zh-Hant'] },
    { ...base, label: 'with a description column', localeTags: ['en'], hasDescriptions: true },
  ],
  keeps: { descriptions: true, states: false },
  expected: (rows) => [...rows],
  fileWith: (raw) => `key,en\na,"${raw}"\n`,
  deepFile: (depth) => ['key,en\n', 'a,"'.repeat(depth)],
});

const defaults = readOptions({ ...base, localeTags: ['en'] });

async function read(text: string, options: Partial<typeof defaults> = {}): Promise<FileRow[]> {
  const bytes = inOneChunk(new TextEncoder().encode(text));
  return (await collectRows(csv, bytes, { ...defaults, ...options })).rows;
}

async function faultOf(text: string, options: Partial<typeof defaults> = {}): Promise<FormatError> {
  return (await rejection(read(text, options))) as FormatError;
}

async function write(
  rows: readonly FileRow[],
  options: Partial<WriteOptions> = {},
): Promise<string> {
  const pieces = csv.write(batches(rows, 2), { ...base, localeTags: ['en'], ...options });
  return new TextDecoder().decode(await collectBytes(pieces));
}

const row = (name: string, text: string): FileRow => ({
  name,
  values: [{ localeTag: 'en', text }],
});

describe('the reader of CSV', () => {
  it('reads several locales and descriptions, in any order of the columns', async () => {
    expect(await read('pt_BR,description,Key, EN \nolá,greets,a.b,hello\n,,c,"x"\n')).toEqual([
      {
        name: 'a.b',
        description: 'greets',
        values: [
          { localeTag: 'pt-BR', text: 'olá' },
          { localeTag: 'en', text: 'hello' },
        ],
      },
      { name: 'c', values: [{ localeTag: 'en', text: 'x' }] },
    ]);
  });

  it('reads an empty field as a missing text, and reads a quoted empty field as an empty text', async () => {
    expect(await read('key,en,de,description\na,,"",\n"",x,,""\n')).toEqual([
      { name: 'a', values: [{ localeTag: 'de', text: '' }] },
      { name: '', description: '', values: [{ localeTag: 'en', text: 'x' }] },
    ]);
  });

  it('keeps texts that other programs interpret as formulas, numbers or dates', async () => {
    const texts = ['24 hours', '2026-01-01', '=1+1', '+1', '-1', '@a', '/a', ' a ', "'a", '007'];
    const file = `key,en\n${texts.map((text, n) => `k${n},${text}\n`).join('')}`;
    expect((await read(file)).map((found) => found.values[0]!.text)).toEqual(texts);
  });

  it('skips the blank rows that spreadsheets leave', async () => {
    expect(await read('key,en\n\na,x\n,\n\n')).toEqual([row('a', 'x')]);
  });

  it("accepts Excel's first line that names the delimiter", async () => {
    expect(await read('\ufeffsep=;\r\nkey;en\r\na;x, y\r\n')).toEqual([row('a', 'x, y')]);
  });

  it('rejects a header with missing, unnamed or duplicate columns', async () => {
    const faults: [header: string, part: string][] = [
      ['', 'no header'],
      ['en,de', '"key"'],
      ['key', 'locale'],
      ['key,description', 'locale'],
      ['key,en,EN', 'columns 2 and 3'],
      ['key,pt-BR,pt_br', 'columns 2 and 3'],
      ['key,key,en', 'columns 1 and 2'],
      ['key,en,description,Description', 'columns 3 and 4'],
      ['key,en,,de', 'column 3 has no name'],
      ['key,en,,', 'column 3 has no name'],
      ['key,e', '"e"'],
      ['key,en-', '"en-"'],
      ['key,en us', '"en us"'],
      ['key,notes', '"notes"'],
      ['key,context,en', '"context"'],
    ];
    for (const [header, part] of faults) {
      const error = await faultOf(`${header}\n`);
      expect(error, header).toBeInstanceOf(FormatError);
      expect(error.message).toContain(part);
      expect(error.line).toBe(1);
    }
  });

  it('accepts every well-formed locale as a column, and accepts other words only if the caller declares them as locales', async () => {
    const tags = ['zh-Hant', 'sr_Latn_RS', 'es-419', 'de-1996', 'haw', 'en-x-pirate'];
    const file = `key,${tags.join(',')}\na${',x'.repeat(tags.length)}\n`;
    const rows = await read(file, { localeTag: 'haw' });
    expect(rows[0]!.values.map(({ localeTag }) => localeTag)).toEqual(
      tags.map((tag) => tag.replaceAll('_', '-')),
    );
    expect(await read('key,notes\na,x\n', { localeTag: 'notes' })).toHaveLength(1);
  });

  it('rejects a file without a column for the imported locale', async () => {
    const fault = await faultOf('key,de,fr\na,x,y\n');
    expect(fault.line).toBe(1);
    expect(fault.message).toMatch(/\ben\b/);
  });

  it('rejects ragged rows, rows without a key and duplicate keys, and names the line of the fault', async () => {
    expect(await faultOf('key,en\na,x\nb\n')).toMatchObject({ line: 3, path: 'b' });
    expect(await faultOf('key,en\n"a\nb",x,y\n')).toMatchObject({ line: 2, path: 'a\nb' });
    expect(await faultOf('key,en\na,x\n,y\n')).toMatchObject({ line: 3 });
    const doubled = await faultOf('key,en\na,x\n"b\n",y\na,z\n');
    expect(doubled).toMatchObject({ line: 5, path: 'a' });
    expect(doubled.message).toMatch(/line 2.*line 5/);
  });

  it('reads files in which all or some lines end with a delimiter', async () => {
    const rows = [row('a', 'x'), row('b', 'y')];
    expect(await read('key,en,\r\na,x,\r\nb,y,\r\n')).toEqual(rows);
    expect(await read('key,en,\na,x,\nb,y\n')).toEqual(rows);
    expect(await read('key,en\na,x,\nb,y\n')).toEqual(rows);
    expect(await faultOf('key,en,\na,x,z\n')).toMatchObject({ line: 2, path: 'a' });
    expect(await faultOf('key,en,\na,x,""\n')).toMatchObject({ line: 2, path: 'a' });
  });

  it('reports the key of an invalid text', async () => {
    expect(await faultOf('key,en\na,"x\0"\n')).toMatchObject({ path: 'a', line: 2 });
    expect(await faultOf('key,en,description\na,x,"\0"\n')).toMatchObject({ path: 'a', line: 2 });
  });
});

describe('the writer of CSV', () => {
  it('writes records that end in CR LF, and quotes fields only if necessary', async () => {
    const rows = [
      row('a', 'x'),
      row('b', 'x, "y"'),
      row('c', ' x'),
      row('d', ''),
      { name: 'e', values: [] },
    ];
    expect(await write(rows)).toBe('key,en\r\na,x\r\nb,"x, ""y"""\r\nc," x"\r\nd,""\r\ne,\r\n');
  });

  it('has a description column if a row has a description or an option requests the column', async () => {
    const plain = [row('a', 'x'), row('b', 'y'), row('c', 'z')];
    const described = [...plain, { ...row('d', 'w'), description: 'note' }];
    expect(await write(plain)).toMatch(/^key,en\r\na,x\r\n/);
    expect(await write(described)).toMatch(/^key,en,description\r\na,x,\r\n.*d,w,note\r\n$/s);
    expect(await write(plain, { hasDescriptions: true })).toMatch(
      /^key,en,description\r\na,x,\r\n/,
    );
    expect(await write(described, { hasDescriptions: false })).toMatch(/^key,en\r\n.*d,w\r\n$/s);
  });

  it('escapes formulas with an apostrophe, which the reader removes, if csvSafe is set', async () => {
    const texts = ['=1+1', '+1', '-1', '@a', '\t=1', '＝1', "'=1", "''=1", 'a=1', "'a", "'", ' =1'];
    const rows = [...texts.map((text, n) => row(`k${n}`, text)), row('=k', 'x'), row("'=k", 'y')];
    expect(await read(await write(rows))).toEqual(rows);
    const file = await write(rows, { csvSafe: true });
    expect(await read(file, { csvSafe: true })).toEqual(rows);
    const safe = await read(file);
    expect(safe.map((found) => found.values[0]!.text)).toEqual([
      "'=1+1",
      "'+1",
      "'-1",
      "'@a",
      "'\t=1",
      "'＝1",
      "''=1",
      "'''=1",
      'a=1',
      "'a",
      "'",
      ' =1',
      'x',
      'y',
    ]);
    expect(safe.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  });
});

describe('the CSV format', () => {
  it('reads and writes 20,000 keys in two locales within the time limit of a test', async () => {
    const rows: FileRow[] = [];
    for (let n = 0; n < 20_000; n++) {
      const text = `Save {count} files, ${n}`;
      rows.push({
        name: `area_${n % 10}.key_${n}`,
        values: [
          { localeTag: 'en', text },
          { localeTag: 'de', text },
        ],
      });
    }
    const file = await write(rows, { localeTags: ['en', 'de'] });
    const back = await read(file);
    expect(back).toEqual(rows);
  });
});
