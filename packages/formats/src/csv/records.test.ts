import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { FormatError } from '../format.ts';
import { type CsvField, CsvRecords } from './records.ts';

const LIMITS = { fieldLength: 1000, fieldCount: 100 };

function readRecords(pieces: readonly string[]): { fields: CsvField[]; line: number }[] {
  const found: { fields: CsvField[]; line: number }[] = [];
  const take = (fields: CsvField[], line: number) => found.push({ fields, line });
  const records = new CsvRecords({ take, path: (fields) => fields[0] ?? '' }, LIMITS);
  for (const piece of pieces) records.write(piece);
  records.end();
  return found;
}

const fieldsOf = (...pieces: string[]) => readRecords(pieces).map(({ fields }) => fields);

function faultOf(...pieces: string[]): FormatError {
  try {
    readRecords(pieces);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error(`not refused: ${pieces.join('')}`);
}

describe('CsvRecords', () => {
  it('accepts and rejects the same files as csv-parse, wherever the chunks end', () => {
    const text = fc
      .array(
        fc.constantFrom('a', 'é', ' ', ',', ',', '"', '"', '""', '\n', '\r\n', '"b"', '"c\n"'),
        {
          maxLength: 16,
        },
      )
      .map((fragments) => `h,h\n${fragments.join('')}`);
    let taken = 0;
    fc.assert(
      fc.property(text, fc.boolean(), (csvText, isCut) => {
        let expected: string[][] | null = null;
        try {
          expected = parse(csvText, {
            record_delimiter: ['\r\n', '\n'],
            relax_column_count: true,
          });
        } catch {
          expected = null;
        }
        const pieces = isCut ? [...csvText] : [csvText];
        if (expected === null) {
          faultOf(...pieces);
          return;
        }
        taken += 1;
        const actual = fieldsOf(...pieces).map((fields) => fields.map((field) => field ?? ''));
        const isBlank = ([first, ...rest]: string[]) => first === '' && rest.length === 0;
        expect(actual.filter((fields) => !isBlank(fields))).toEqual(
          expected.filter((fields) => !isBlank(fields)),
        );
      }),
      { numRuns: testRuns(600) },
    );
    expect(taken).toBeGreaterThan(testRuns(60));
  });

  it('distinguishes a missing text from an empty text', () => {
    expect(fieldsOf('a,b,c\n,"",x\n"",,\n')).toEqual([
      ['a', 'b', 'c'],
      [null, '', 'x'],
      ['', null, null],
    ]);
    expect(fieldsOf('a,b\nx,')).toEqual([
      ['a', 'b'],
      ['x', null],
    ]);
    expect(fieldsOf('a,b\nx,""')).toEqual([
      ['a', 'b'],
      ['x', ''],
    ]);
  });

  it('recognizes the delimiter from the unquoted part of the header line', () => {
    expect(fieldsOf('key;en\n"a;b";c,d,e,f\n')).toEqual([
      ['key', 'en'],
      ['a;b', 'c,d,e,f'],
    ]);
    expect(fieldsOf('key\ten\na\tb;c\n')).toEqual([
      ['key', 'en'],
      ['a', 'b;c'],
    ]);
    expect(fieldsOf('"k,,,,ey";en\na;b\n')).toEqual([
      ['k,,,,ey', 'en'],
      ['a', 'b'],
    ]);
    expect(fieldsOf('"k\n;;;ey",en\n', 'a;,b\n')).toEqual([
      ['k\n;;;ey', 'en'],
      ['a;', 'b'],
    ]);
    expect(fieldsOf('\n\r\n', 'key;en')).toEqual([['key', 'en']]);
  });

  it('ends records at CR LF, LF and CR, even if a chunk ends between CR and LF', () => {
    for (const end of ['\r\n', '\n', '\r']) {
      const text = `a,b${end}c,"d"${end}${end}e,f`;
      for (const pieces of [[text], [...text]]) {
        expect(readRecords(pieces)).toEqual([
          { fields: ['a', 'b'], line: 1 },
          { fields: ['c', 'd'], line: 2 },
          { fields: ['e', 'f'], line: 4 },
        ]);
      }
    }
  });

  it('keeps line breaks inside quotes, and counts their lines', () => {
    const text = 'a,b\n"x\r\ny\n\nz\r",c\nd,e\n';
    for (const pieces of [[text], [...text]]) {
      expect(readRecords(pieces)).toEqual([
        { fields: ['a', 'b'], line: 1 },
        { fields: ['x\r\ny\n\nz\r', 'c'], line: 2 },
        { fields: ['d', 'e'], line: 6 },
      ]);
    }
  });

  it('reports the line of an error', () => {
    expect(faultOf('a,b\nc,d"e\n')).toMatchObject({ line: 2, path: 'c', isMalformed: true });
    expect(faultOf('a,b\n"c\n\n"d,e\n')).toMatchObject({ line: 4, isMalformed: true });
    expect(faultOf('a,b\nc,"d\ne\n')).toMatchObject({ line: 2, path: 'c', isMalformed: true });
    expect(faultOf('a,b\nc', 'x'.repeat(1000))).toMatchObject({ line: 2 });
    expect(faultOf(`a,b\n\n${','.repeat(200)}`)).toMatchObject({ line: 3 });
    expect(faultOf('x'.repeat(70_000))).toMatchObject({ line: 1 });
    expect(faultOf('a,"b')).toMatchObject({ line: 1, isMalformed: true });
  });
});
