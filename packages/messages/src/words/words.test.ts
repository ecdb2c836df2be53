import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageFormat } from '../token/token.ts';
import { verifyMessage } from '../verify/verify-message.ts';
import { createTermMatcher } from './glossary.ts';
import { findWords } from './words.ts';

const term = (text: string, target?: string) => ({
  id: text,
  term: text,
  caseSensitive: false,
  doNotTranslate: target === undefined,
  ...(target === undefined ? {} : { target }),
});

const found = (word: string, text: string, format: MessageFormat = 'auto'): string[] =>
  createTermMatcher([term(word, 'x')])
    .find(text, format)
    .map(({ start, end }) => text.slice(start, end));

describe('a term matcher', () => {
  it.each([
    ['The {{show}} number'],
    ['Learn about %1$show to use'],
    ['<show>x</show> end'],
    ['<a title="show" data-show="show">x</a>'],
    ['See https://example.com/show/1 or show.example.com, mail show@example.com'],
    ['Open /usr/share/show, ./show, ~/show, src/show/index, C:\\show\\a or show.html'],
    ['Go to /users/{id}/show'],
    ['Run `show all`, <code>show all</code>, show(), --show or $show'],
    [`%{show} \${show} #{show} $t(show) [x](https://a.example/show)`],
    ['{show} and {show, number} {n, plural, one {# x} other {# y}}'],
    ['{show, select, show {x} other {<a href="{url}/show">y</a>}}'],
  ])('finds no term in %s', (text) => {
    expect(found('show', text)).toEqual([]);
  });

  it.each([
    ['Show/hide the show.', ['Show', 'show']],
    ['<b>Show</b> {show} show', ['Show', 'show']],
    ['{price}/show, “show”: (show)', ['show', 'show', 'show']],
    ["{n, plural, one {# show} other {Don''t # shows}} show", ['show', 'shows', 'show']],
    ['Loading...show', ['show']],
    ['<a href="/x">show</a> [show](https://a.example/show)', ['show', 'show']],
  ])('finds terms in the words of %s', (text, expected) => {
    expect(found('show', text)).toEqual(expected);
  });

  it('finds a term that is itself an address or a name in code', () => {
    expect(found('Node.js', 'Node.js, Node.js-based')).toEqual(['Node.js', 'Node.js']);
    expect(found('Node.js server', 'a Node.js server')).toEqual(['Node.js server']);
  });

  it('finds terms with any apostrophes and spaces, including entities and ICU quotes', () => {
    const spellings = ["editor's choice", 'editor’s choice', 'editorʼs\u00a0choice'];
    const more = [
      'editor&#39;s\u202f choice',
      'editor&rsquo;s&nbsp;choice',
      "editor's\r\n  choice",
    ];
    for (const own of spellings) {
      for (const text of [...spellings, ...more]) expect(found(own, `An ${text}!`)).toEqual([text]);
    }
    expect(found("don't", "{a} Don''t {n, number}", 'icu')).toEqual(["Don''t"]);
  });
});

// Placeholders, code and other parts that are not words. Each of them contains the term `show`.
const NO_WORDS_PIECES = [
  '{{show}}',
  '{show}',
  '%{show}',
  '<show a="show"/>',
  '<b id="show">',
  '</b>',
  '<br title="show">',
  'https://show.example/show',
  'show@show.example',
  '`show`',
  '<code>show</code>',
  '/show/show',
  'show.html',
  '%1$s',
  '--show',
  '{show, number}',
  '{show, select, show {x} other {y}}',
];
const piece = fc.oneof(
  fc.constantFrom(...NO_WORDS_PIECES),
  fc.constantFrom('show', 'Shows', 'word', '“show”', 'a show’s', '保存'),
);
const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));
const formats = fc.constantFrom<MessageFormat>(
  'auto',
  'icu',
  'flutter',
  'flutter_relaxed',
  'i18next',
  'plain',
);

describe('findWords', () => {
  it('returns the position of every word in the message', () => {
    fc.assert(
      fc.property(line, formats, (text, format) => {
        const words = findWords(text, format);
        for (const match of words.text.matchAll(/\p{L}+/gu)) {
          const { start, end } = words.locate(match.index, match.index + match[0].length);
          expect(text.slice(start, end)).toBe(match[0]);
        }
      }),
    );
  });

  it('finds the terms in the words of a text, and none in its placeholders, tags and addresses', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        const expected = pieces.flatMap((piece) =>
          NO_WORDS_PIECES.includes(piece) ? [] : (piece.match(/shows?/gi) ?? []),
        );
        expect(found('show', text)).toEqual(expected);
      }),
    );
  });

  it('returns ordered positions inside the text, for any text', () => {
    const any = fc.string({
      unit: fc.constantFrom(
        ..."a'’ \u00a0{}<>&;#/.@`|\\=%,",
        'plural',
        'other',
        '&nbsp;',
        'é',
        '😀',
      ),
      maxLength: 60,
    });
    fc.assert(
      fc.property(any, formats, (text, format) => {
        const { text: words, locate } = findWords(text, format);
        let last = 0;
        for (let index = 0; index < words.length; index++) {
          const { start, end } = locate(index, index + 1);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }),
    );
  });
});

describe('verifyMessage', () => {
  const options = { format: 'auto', sourceLocale: 'en', targetLocale: 'de' } as const;
  const codes = (source: string, target: string, one = term('show', 'zeigen')) => {
    const terms = createTermMatcher([one])
      .find(source, 'auto')
      .map(({ start, end, term: { id, target, doNotTranslate } }) => ({
        start,
        end,
        id,
        source: source.slice(start, end),
        doNotTranslate,
        ...(target === undefined ? {} : { target }),
      }));
    const findings = verifyMessage(source, target, { ...options, terms });
    return findings.map(({ code }) => code).filter((code) => code === 'glossary_term');
  };

  it('requires terms only for words, and finds terms only in words', () => {
    expect(codes('The {{show}} number', 'Die Zahl {{show}}')).toEqual([]);
    expect(codes('Show {{zeigen}}', 'Sehen {{zeigen}}')).toEqual(['glossary_term']);
    expect(codes('Show <a href="/zeigen">it</a>', 'Sehen <a href="/zeigen">es</a>')).toEqual([
      'glossary_term',
    ]);
    const kept = term('Acme');
    expect(codes('By Acme: {Acme}', 'Von Akme: {Acme}', kept)).toEqual(['glossary_term']);
    expect(codes('By Acme: {Acme}', 'Von Acme: {Acme}', kept)).toEqual([]);
  });

  it('accepts a protected term with other apostrophes and spaces', () => {
    const kept = term("Lloyd's List");
    expect(codes("In Lloyd's List", 'In Lloyd’s\u00a0List', kept)).toEqual([]);
    expect(codes('In Lloyd&rsquo;s List', "In Lloyd's List", kept)).toEqual([]);
    expect(codes("In Lloyd's List", 'In Lloyds List', kept)).toEqual(['glossary_term']);
  });
});
