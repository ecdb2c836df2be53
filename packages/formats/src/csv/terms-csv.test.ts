import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTermsCsv, type TermRow, writeTermsCsv } from './terms-csv.ts';

const LIMITS = { nameLength: 40, noteLength: 100, terms: 5, locales: 4 };
const read = (text: string) => readTermsCsv(text, LIMITS);

describe('a glossary as CSV', () => {
  it('may have its columns in any order, and may have empty cells', () => {
    const text =
      'de;term;do_not_translate;note;pt_BR\r\nDatei;file;;A document;arquivo\r\n;Acme;yes;;\r\n';
    expect(read(text)).toEqual([
      {
        line: 2,
        term: 'file',
        translations: { de: 'Datei', 'pt-BR': 'arquivo' },
        note: 'A document',
      },
      { line: 3, term: 'Acme', translations: {}, doNotTranslate: true },
    ]);
    expect(read('\uFEFFterm,de,\nfile,Datei,\n')).toMatchObject([
      { translations: { de: 'Datei' } },
    ]);
  });

  it.each([
    ['de\nDatei\n', /no column term/, 1],
    ['term,color of it\na,b\n', /column 2 \("color of it"\)/, 1],
    ['term,de,de\na,b,c\n', /two columns are de/, 1],
    ['term,de\nfile\n', /1 fields, but the header has 2/, 2],
    ['term,de\n" ",x\n', /the term is empty/, 2],
    ['term\nfile\nFile\n', /line 2 has the same term/, 3],
    ['term,case_sensitive\nfile,perhaps\n', /case_sensitive must be true or false/, 2],
    [`term,de\nfile,${'x'.repeat(41)}\n`, /de has more than 40 characters/, 2],
    ['term\na\nb\nc\nd\ne\nf\n', /more than 5 terms/, 7],
    ['term\n"open\n', /closing quote/, 2],
  ])('causes an error with a line number if it is invalid: %j', (text, message, line) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(message), line }),
    );
  });

  it('may contain case-sensitive terms that differ only in case', () => {
    expect(read('term,case_sensitive\nMay,true\nmay,true\n')).toHaveLength(2);
  });

  it('contains the same terms after it is written and read', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((one) => one.trim() !== '' && one.isWellFormed() && !one.includes('\0'));
    const term = fc.record({
      term: text,
      doNotTranslate: fc.boolean(),
      caseSensitive: fc.boolean(),
      translations: fc.dictionary(fc.constantFrom('de', 'pt-BR', 'zh-Hans'), text),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(term, { maxLength: 5, selector: (one) => one.term.toLowerCase() }),
        (terms) => {
          const rows: TermRow[] = read(writeTermsCsv(terms));
          expect(rows.map(({ line: _, ...row }) => row)).toEqual(
            terms.map((term) => ({ ...term, translations: { ...term.translations } })),
          );
        },
      ),
    );
  });
});
