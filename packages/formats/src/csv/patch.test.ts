import { describe, expect, it } from 'vitest';
import { collectPatch, rejection, TEST_LIMITS } from '../../test/conformance/io.ts';
import { type FileRow, FormatError, type PatchOptions } from '../format.ts';
import { csv } from './csv.ts';

const defaults: PatchOptions = {
  keySeparator: '.',
  sourceLocaleTag: 'en',
  localeTags: ['de'],
  shape: 'flat',
  limits: TEST_LIMITS,
  missing: 'keep',
};

const row = (name: string, de: string): FileRow => ({
  name,
  values: [{ localeTag: 'de', text: de }],
});

async function patch(base: string, rows: FileRow[], options: Partial<PatchOptions> = {}) {
  const all = { ...defaults, ...options };
  const { bytes, report } = await collectPatch(csv, Buffer.from(base), rows, all);
  return { file: bytes.toString(), report };
}

describe('a patch of a CSV file', () => {
  it('keeps delimiter, quotes, line ends, blank lines and the columns of other locales', async () => {
    const base = 'sep=;\nen;key;de\n"One";a;"Eins"\n\nTwo;b;\nThree;c;Drei';
    const rows = [row('a', 'Ei"ns'), row('b', 'Zwei'), row('d', 'Vier'), row('c', 'Drei')];
    const { file, report } = await patch(base, rows);
    expect(file).toBe('sep=;\nen;key;de\n"One";a;"Ei""ns"\n\nTwo;b;Zwei\n;d;Vier\nThree;c;Drei');
    expect(report).toEqual({ replaced: 1, inserted: 2, removed: 0, kept: 0, refused: [] });
  });

  it('quotes new fields in a file that quotes its header', async () => {
    const { file } = await patch('"key","de"\r\n"a","A"\r\n', [row('a', 'A'), row('b', 'B')]);
    expect(file).toBe('"key","de"\r\n"a","A"\r\n"b","B"\r\n');
  });

  it('appends records after a last record without a line break', async () => {
    const { file } = await patch('key,de\na,A', [row('a', 'A'), row('b', 'B'), row('c', 'C')]);
    expect(file).toBe('key,de\na,A\nb,B\nc,C');
  });

  it('removes records, or only fields if another locale has a text', async () => {
    const base = 'key,en,de\na,,A\nb,Bee,B\nc,,C\n';
    const { file, report } = await patch(base, [row('c', 'C')], { missing: 'remove' });
    expect(file).toBe('key,en,de\nb,Bee,\nc,,C\n');
    expect(report.removed).toBe(2);
  });

  it('compares and writes texts with the apostrophe of csvSafe', async () => {
    const base = "key,de\na,'=1\nb,x\n";
    const { file } = await patch(base, [row('a', '=1'), row('b', '=2')], { csvSafe: true });
    expect(file).toBe("key,de\na,'=1\nb,'=2\n");
  });

  it('rejects a base without a column for a locale', async () => {
    const error = await rejection(patch('key,de\na,A\n', [], { localeTags: ['fr'] }));
    expect(error).toBeInstanceOf(FormatError);
    const { report } = await patch('key,de\na,A\n', [], { localeTags: ['de', 'fr'] });
    expect(report.refused).toMatchObject([{ path: 'fr', code: 'no_column' }]);
  });
});
