import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTermMatcher } from './glossary.ts';
import { type GlossaryTerm, termSpellings } from './term-spellings.ts';

const term = (text: string, options: Partial<GlossaryTerm> = {}): GlossaryTerm => ({
  id: text,
  term: text,
  caseSensitive: false,
  doNotTranslate: false,
  ...options,
});

const found = (terms: GlossaryTerm[], text: string): string[] =>
  createTermMatcher(terms)
    .find(text, 'auto')
    .map(({ start, end }) => text.slice(start, end));

describe('a term matcher', () => {
  it('finds whole words only, ignoring case', () => {
    expect(found([term('key')], 'Key, keyboard, monkey, KEY')).toEqual(['Key', 'KEY']);
  });

  it('prefers the leftmost, then the longest term', () => {
    const terms = [term('release'), term('release note'), term('note book')];
    expect(found(terms, 'a release note book')).toEqual(['release note']);
  });

  it('finds regular English plurals, except of protected terms', () => {
    expect(
      found(
        [term('bundle'), term('key'), term('category'), term('box')],
        'bundles, categories, boxes',
      ),
    ).toEqual(['bundles', 'categories', 'boxes']);
    expect(found([term('Parlance', { doNotTranslate: true })], 'Parlances')).toEqual([]);
  });

  it('respects case for case-sensitive terms', () => {
    expect(found([term('Go', { caseSensitive: true })], 'go Go GO')).toEqual(['Go']);
  });

  it('requires no space around terms in scripts without spaces', () => {
    expect(found([term('設定')], 'この設定を保存')).toEqual(['設定']);
  });

  it('finds a term in text that folds to the same text, but not in a part of a character', () => {
    expect(found([term('Straße')], 'Die STRASSE, die Straße.')).toEqual(['STRASSE', 'Straße']);
    expect(found([term('Strasse')], 'Straße')).toEqual(['Straße']);
    expect(found([term('Τέλος')], 'ΤΈΛΟΣ τέλοσ')).toEqual(['ΤΈΛΟΣ', 'τέλοσ']);
    expect(found([term('İstanbul')], 'ISTANBUL')).toEqual(['ISTANBUL']);
    expect(found([term('ファイル')], 'ﾌｧｲﾙを開く')).toEqual(['ﾌｧｲﾙ']);
    expect(found([term('gros', { doNotTranslate: true })], 'groß')).toEqual([]);
  });

  it('returns correct offsets if lower-casing changes the length', () => {
    expect(found([term('key')], 'İİİ key')).toEqual(['key']);
  });

  it('finds at most one term at each position, even if many terms start there', () => {
    const nested = Array.from({ length: 190 }, (_, index) => term('あ'.repeat(index + 1)));
    const text = 'あ'.repeat(950);
    expect(found(nested, text)).toEqual(Array(5).fill('あ'.repeat(190)));
    const cases = ['Abc', 'aBc', 'abC'].map((one) => term(one, { caseSensitive: true }));
    expect(found([...cases, term('abc d')], 'abC Abc abc d')).toEqual(['abC', 'Abc', 'abc d']);
  });

  it('finds the same terms as a search at each position', () => {
    const word = fc.stringMatching(/^[ab]{1,3}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 6 }),
        fc.array(word, { maxLength: 12 }),
        (words, text) => {
          const line = text.join(' ');
          const terms = words.map((text) => term(text, { doNotTranslate: true }));
          const expected = text.filter((part) => words.includes(part));
          expect(found(terms, line)).toEqual(expected);
        },
      ),
    );
  });
});

describe('termSpellings', () => {
  it.each([
    ['file', ['file', 'File', 'FILE', 'files', 'Files', 'FILES']],
    ['API key', ['API key', 'api key', 'API Key', 'API KEY', 'API keys', 'api keys']],
    ['PDF', ['PDF', 'pdf', 'PDFs', 'pdfs', 'PDFS']],
    ['category', ['category', 'categories', 'Categories']],
    ['設定', ['設定']],
  ])('returns for %s at least the spellings %j', (text, expected) => {
    expect(termSpellings(term(text))).toEqual(expect.arrayContaining(expected));
    expect(termSpellings(term(text))[0]).toBe(text);
  });

  it('returns one spelling for a case-sensitive term', () => {
    expect(termSpellings(term('Go', { caseSensitive: true }))).toEqual(['Go']);
  });

  it('returns only spellings that the matcher finds', () => {
    const word = fc.stringMatching(/^[A-Za-zà-öØ-ÞА-я]+( [A-Za-zА-я]+)?$/);
    fc.assert(
      fc.property(word, (text) => {
        for (const form of termSpellings(term(text))) {
          expect(found([term(text)], form)).toEqual([form]);
        }
      }),
    );
  });
});
