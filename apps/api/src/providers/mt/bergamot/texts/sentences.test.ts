import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../../scripts/tests/test-runs.ts';
import {
  doSentencesTouch,
  joinSentences,
  type SentencePairs,
  splitSentences,
} from './sentences.ts';

const segmenterOf = (language: string) => new Intl.Segmenter(language, { granularity: 'sentence' });

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
  joinSentences(response(source, target), isHtml, [], false);

/**
 * Returns the response that the WebAssembly module would give if the translation were equal to the
 * text.
 */
function copy(text: string): SentencePairs {
  const parts = text.split(/((?:^|(?<=\S)[^\S\n]*)\n\s*(?=\S)|\s+$|^\s+)/);
  return response(parts, parts);
}

describe('splitSentences', () => {
  const split = (language: string, body: string, isHtml = false) =>
    splitSentences(body, isHtml, segmenterOf(language)).text.split('\n');

  it.each([
    ['zh', '你好。世界！再见？', ['你好。', '世界！', '再见？']],
    ['zh', '他说。“你好。”然后', ['他说。', '“你好。”', '然后']],
    ['ja', '言った。「はい。」と', ['言った。', '「はい。」', 'と']],
    ['ko', '안녕하세요. 세계입니다.', ['안녕하세요.', '세계입니다.']],
    ['hi', 'यह है। वह है।', ['यह है।', 'वह है।']],
    ['km', 'នេះ។នោះ', ['នេះ។', 'នោះ']],
    ['en', 'Version 2.0 is out. Update now.', ['Version 2.0 is out.', 'Update now.']],
    ['en', 'One.\nTwo', ['One.', 'Two']],
  ])('finds the sentences of %s: %s', (language, text, sentences) => {
    expect(split(language, text)).toEqual(sentences);
  });

  it.each(['https://example.com/a?b=1 and Yahoo!Inc', 'Saved. 3 files', 'node.js'])(
    'does not split %s',
    (text) => {
      expect(split('en', text)).toEqual([text]);
    },
  );

  it('splits text between tags and after end tags, and never splits a tag or a placeholder', () => {
    const html = (body: string) => splitSentences(body, true, segmenterOf('zh'));
    expect(html('<b>你好。</b><i>世界</i>').text).toBe('<b>你好。</b>\n<i>世界</i>');
    expect(html('你好。<var>一。二</var>世界').text).toBe('你好。\n<var>一。二</var>世界');
    expect(html('<a title="x > y。z">你好。 世界</a>')).toEqual({
      text: '<a title="x > y。z">你好。\n世界</a>',
      gaps: [' '],
    });
    expect(html('&lt;你好。&gt;世界').text).toBe('&lt;你好。\n&gt;世界');
  });

  it('adds nothing if a block element ends the sentence', () => {
    const { text, gaps } = splitSentences(
      '<p>你好。</p><p>世界。</p> 再<br>见',
      true,
      segmenterOf('zh'),
    );
    expect(text).toBe('<p>你好。</p><p>世界。</p> 再<br>见');
    expect(gaps).toEqual([]);
  });
});

describe('splitSentences and joinSentences', () => {
  const through = (source: string, target: string, body: string): string => {
    const { text, gaps } = splitSentences(body, false, segmenterOf(source));
    return joinSentences(copy(text), false, gaps, doSentencesTouch(target));
  };

  it.each([
    ['zh', 'en', '你好。世界。', '你好。 世界。'],
    ['zh', 'en', '你好。\u3000世界。', '你好。 世界。'],
    ['zh', 'ja', '你好。世界。', '你好。世界。'],
    ['zh', 'ja', '你好。 世界。', '你好。世界。'],
    ['ko', 'zh-Hant', 'README. 你好', 'README. 你好'],
    ['ko', 'zh-Hant', '你好。 README', '你好。README'],
    ['zh', 'ja', '你好。\n \n世界。', '你好。\n \n世界。'],
    ['en', 'de', 'One.  Two.\tThree', 'One.  Two.\tThree'],
  ])('join translated sentences from %s to %s: %j', (source, target, body, expected) => {
    expect(through(source, target, body)).toBe(expected);
  });

  it('restore every text with white space between its sentences', () => {
    const piece = fc.constantFrom(
      'One',
      'two',
      'A',
      '.',
      '! ',
      '?',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '你',
      '。 ',
      '“',
      '”',
      '\u2028',
      '\u00a0',
      '3',
      '(',
      ')',
      '…',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const body = pieces.join('').trim();
        expect(through('en', 'de', body)).toBe(body);
      }),
      { numRuns: testRuns(200) },
    );
  });
});

describe('joinSentences', () => {
  it('restores the space at which a long sentence was cut', () => {
    expect(join(['Säve the', '', ' file now'], ['Guardár el', '', 'archivo'])).toBe(
      'Guardár el archivo',
    );
    expect(join(['a', '', ' b', '', ' c'], ['uno', '', 'dos', '', '<b>tres</b>'])).toBe(
      'uno dos <b>tres</b>',
    );
  });

  it('inserts a space where a long sentence without spaces was cut, for a language with spaces', () => {
    expect(join(['你好', '', '世界'], ['Hello', '', 'world'])).toBe('Hello world');
    expect(join(['你好', '', '世界'], ['今日', '', '世界'])).toBe('今日世界');
  });

  it('ignores tags, and closes an element before the space', () => {
    expect(join(['<b>the file', '', '</b> now'], ['<b>el archivo', '', '</b>ahora'])).toBe(
      '<b>el archivo</b> ahora',
    );
    expect(join(['the', '', '<i> <b>file</b></i>'], ['el', '', '<i><b>archivo</b></i>'])).toBe(
      'el <i><b>archivo</b></i>',
    );
    expect(join(['a <', '', ' b>c'], ['uno <', '', 'dos>'], false)).toBe('uno < dos>');
  });

  it('adds nothing if a word was cut or the space exists', () => {
    expect(join(['abc', '', 'def'], ['uno', '', 'dos'])).toBe('unodos');
    expect(join(['abc', '', ' def'], ['uno ', '', 'dos'])).toBe('uno dos');
    expect(join(['abc', '', ' def'], ['uno', ' ', 'dos'])).toBe('uno dos');
  });

  it('does not change complete sentences', () => {
    expect(join(['One.', ' ', 'Two.'], ['Uno.', ' ', 'Dos.'])).toBe('Uno. Dos.');
    expect(join(['One.'], ['Uno.'])).toBe('Uno.');
    expect(join([], [])).toBe('');
  });

  it('adds no space in languages that are written without spaces', () => {
    expect(join(['Save the', '', ' file'], ['保存', '', '文件'])).toBe('保存文件');
    expect(join(['Save the', '', ' API'], ['保存', '', 'API'])).toBe('保存 API');
  });
});
