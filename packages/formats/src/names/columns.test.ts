import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText, NumberColumn, TextColumn } from './columns.ts';

describe('TextColumn', () => {
  it('returns every well-formed text unchanged', () => {
    const texts = fc.array(
      fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed()),
    );
    fc.assert(
      fc.property(texts, (given) => {
        const column = new TextColumn();
        for (const text of given) column.push(text);
        expect(column.slice(0, column.length)).toEqual(given);
      }),
    );
  });

  it('removes its last text, and returns the hash of each text', () => {
    const column = new TextColumn();
    for (const text of ['a', 'é😀', '漢'.repeat(300_000), 'x'.repeat(100)]) {
      expect(column.push(text)).toBe(hashText(text));
      expect(column.push(`${text}!`)).toBe(hashText(`${text}!`));
      column.pop();
    }
    column.push('b');
    expect(column.slice(0, 2)).toEqual(['a', 'é😀']);
    expect([column.at(3), column.at(4), column.length]).toEqual(['x'.repeat(100), 'b', 5]);
  });

  it('keeps byte order marks, controls and the empty text', () => {
    const column = new TextColumn();
    const given = ['\ufeff', '\ufeffa', '', '\u0001', '😀', '\uffff'];
    for (const text of given) column.push(text);
    expect(column.slice(0, given.length)).toEqual(given);
  });

  it('stores more than one chunk and texts larger than a chunk', () => {
    const column = new TextColumn();
    const given = Array.from({ length: 400 }, (_, index) => '漢'.repeat(index * 50));
    given.splice(200, 0, 'x'.repeat(3_000_000), 'é'.repeat(700_000));
    for (const text of given) column.push(text);
    expect(column.length).toBe(402);
    for (const [at, text] of given.entries()) expect(column.at(at) === text).toBe(true);
    expect(column.slice(3, 5)).toEqual(given.slice(3, 5));
    for (const [at, text] of given.entries()) {
      expect([column.equals(at, text), column.equals(at, `${text}漢`)]).toEqual([true, false]);
    }
  });

  it('keeps texts that fill a chunk and empty texts after them', () => {
    const column = new TextColumn();
    const given = ['', 'x'.repeat(256 * 1024), '', '', 'y'.repeat(256 * 1024 - 1), 'z', '', 'w'];
    for (const text of given) column.push(text);
    expect(
      given.map((text, index) => column.at(index) === text && column.equals(index, text)),
    ).toEqual(given.map(() => true));
    expect([column.equals(0, 'x'), column.equals(1, ''), column.equals(5, 'é')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('NumberColumn', () => {
  it('keeps 5,000 numbers while it grows', () => {
    const column = new NumberColumn();
    for (let index = 0; index < 5000; index++) column.push(index * 7);
    expect(column.length).toBe(5000);
    expect([column.at(0), column.at(1024), column.at(4999)]).toEqual([0, 7168, 34993]);
  });
});
