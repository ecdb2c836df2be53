import { describe, expect, it } from 'vitest';
import { type FileText, neighboursIn, pairTexts } from './quality-texts.ts';

const fileOf = (texts: Readonly<Record<string, string>>): Map<string, FileText> =>
  new Map(Object.entries(texts).map(([name, text]) => [name, { text, description: '' }]));

describe('pairTexts', () => {
  it('takes the texts that are in both files, in the order of the source file', () => {
    const sources = fileOf({ b: 'Save', a: 'Open', blank: ' ', alone: 'Close' });
    sources.set('a', { text: 'Open', description: 'A verb' });
    const references = fileOf({ a: 'Abrir', b: 'Guardar', blank: ' ', extra: 'Más' });
    expect(pairTexts(sources, references, { from: 'en', to: 'es' })).toEqual([
      {
        name: 'b',
        reference: 'Guardar',
        string: { text: 'Save', id: 'b', key: 'b', seedKey: 'b' },
      },
      {
        name: 'a',
        reference: 'Abrir',
        string: { text: 'Open', context: 'A verb', id: 'a', key: 'a', seedKey: 'a' },
      },
    ]);
  });

  it('pairs a plural family in the forms of the target language, from the same source text as a job', () => {
    const sources = fileOf({ item_one: '{{count}} item', x: 'X', item_other: '{{count}} items' });
    const references = fileOf({
      item_one: '{{count}} вещь',
      item_few: '{{count}} вещи',
      item_many: '{{count}} вещей',
      x: 'Икс',
    });
    const paired = pairTexts(sources, references, { from: 'en', to: 'ru' });
    expect(paired.map(({ name, string }) => [name, string.category, string.text])).toEqual([
      ['item_one', 'one', '{{count}} items'],
      ['item_few', 'few', '{{count}} items'],
      ['item_many', 'many', '{{count}} items'],
      ['x', undefined, 'X'],
    ]);
    expect(paired[1]!.string).toMatchObject({ key: 'item_few', seedKey: 'item_other' });
  });

  it('pairs a `_zero` form of the source in every language', () => {
    const sources = fileOf({ a_zero: 'No items', a_one: 'An item', a_other: '{{count}} items' });
    const references = fileOf({ a_zero: 'なし', a_other: '{{count}}個' });
    const paired = pairTexts(sources, references, { from: 'en', to: 'ja' });
    expect(paired.map(({ name, string }) => [name, string.text])).toEqual([
      ['a_zero', 'No items'],
      ['a_other', '{{count}} items'],
    ]);
  });
});

describe('neighboursIn', () => {
  it('shows the two texts before and after a string, without their translations', async () => {
    const find = neighboursIn(fileOf({ a: 'A', b: 'B', c: 'C', d: 'D', e: 'E', f: 'F' }));
    const keysBeside = async (seedKey: string): Promise<string[]> => {
      const [hints] = await find([{ id: seedKey, text: '', seedKey }]);
      expect(hints).not.toHaveProperty('memory');
      return (hints!.neighbours ?? []).map(({ key, text }) => `${key} ${text}`);
    };
    expect(await keysBeside('c')).toEqual(['a A', 'b B', 'd D', 'e E']);
    expect(await keysBeside('a')).toEqual(['b B', 'c C']);
    expect(await keysBeside('f')).toEqual(['d D', 'e E']);
    expect(await keysBeside('none')).toEqual([]);
  });
});
