import { describe, expect, it } from 'vitest';
import { joinSentences, type SentencePairs } from './sentences.ts';

/** Texts given as their sentences; what is between two sentences of a side stands for itself as `|`. */
function response(source: string[], target: string[]): SentencePairs {
  const range = (parts: string[], index: number) => {
    const begin = Buffer.byteLength(parts.slice(0, index * 2).join(''));
    return { begin, end: begin + Buffer.byteLength(parts[index * 2] ?? '') };
  };
  return {
    size: () => Math.ceil(source.length / 2),
    getOriginalText: () => source.join(''),
    getTranslatedText: () => target.join(''),
    getSourceSentence: (index) => range(source, index),
    getTranslatedSentence: (index) => range(target, index),
  };
}

const join = (source: string[], target: string[], isHtml = true): string =>
  joinSentences(response(source, target), isHtml);

describe('joinSentences', () => {
  it('gives back the space at which a long sentence was cut', () => {
    expect(join(['Säve the', '', ' file now'], ['Guardár el', '', 'archivo'])).toBe(
      'Guardár el archivo',
    );
    expect(join(['a', '', ' b', '', ' c'], ['uno', '', 'dos', '', '<b>tres</b>'])).toBe(
      'uno dos <b>tres</b>',
    );
  });

  it('looks through tags, and ends an element before the space', () => {
    expect(join(['<b>the file', '', '</b> now'], ['<b>el archivo', '', '</b>ahora'])).toBe(
      '<b>el archivo</b> ahora',
    );
    expect(join(['the', '', '<i> <b>file</b></i>'], ['el', '', '<i><b>archivo</b></i>'])).toBe(
      'el <i><b>archivo</b></i>',
    );
    expect(join(['a <', '', ' b>c'], ['uno <', '', 'dos>'], false)).toBe('uno < dos>');
  });

  it('adds nothing where a word was cut, or where the space is there', () => {
    expect(join(['abc', '', 'def'], ['uno', '', 'dos'])).toBe('unodos');
    expect(join(['abc', '', ' def'], ['uno ', '', 'dos'])).toBe('uno dos');
    expect(join(['abc', '', ' def'], ['uno', ' ', 'dos'])).toBe('uno dos');
  });

  it('leaves real sentences as they are', () => {
    expect(join(['One.', ' ', 'Two.'], ['Uno.', ' ', 'Dos.'])).toBe('Uno. Dos.');
    expect(join(['One.', '\n', 'Two.'], ['一。', '', '二。'])).toBe('一。二。');
    expect(join(['One.'], ['Uno.'])).toBe('Uno.');
    expect(join([], [])).toBe('');
  });

  it('adds no space in languages that are written without', () => {
    expect(join(['Save the', '', ' file'], ['保存', '', '文件'])).toBe('保存文件');
    expect(join(['Save the', '', ' API'], ['保存', '', 'API'])).toBe('保存 API');
  });
});
