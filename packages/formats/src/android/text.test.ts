import { describe, expect, it } from 'vitest';
import { Vocabulary } from './markup.ts';
import { decodeText, encodeText, styleOf, TextError } from './text.ts';

const vocabulary = new Vocabulary(['xliff'], new Set(['app']));
const android = { isCompose: false, vocabulary };
const compose = { isCompose: true, vocabulary };
const decode = (raw: string): string => decodeText(raw, android).text;

describe('Android text conversion', () => {
  it.each([
    ['  a   b ', 'a b'],
    ['"  a   b "', '  a   b '],
    ['a "b  c" d', 'a b  c d'],
    ["It\\'s", "It's"],
    ['"It\'s"', "It's"],
    ['\\n\\t\\"\\\\\\#\\@\\?', '\n\t"\\#@?'],
    ['\\u00e9', 'é'],
    ['\\x\\%', 'x%'],
    ['a\\', 'a'],
    ['"a <b>b  c</b>"', 'a <b>b c</b>'],
    ["<![CDATA[ a  b\\'s ]]>", "a b's"],
    ['\\@string/x', '@string/x'],
    ['\\?attr/y', '?attr/y'],
    ['  <b> x </b> ', ' <b> x </b> '],
    [' <xliff:g id="n"> x </xliff:g> ', '<xliff:g id="n"> x </xliff:g>'],
    ['a <xliff:g id="n">%1$s</xliff:g> b', 'a <xliff:g id="n">%1$s</xliff:g> b'],
    ['&lt;b>x&lt;/b>', '<b>x</b>'],
    ['<b>x</b> & y'.replace('&', '&amp;'), '<b>x</b> & y'],
    ['<b>x</b> &lt;i&gt;', '<b>x</b> &lt;i&gt;'],
    ['&app; 2', '&app; 2'],
    ['a<!-- note --> b', 'a b'],
    ['a\n      b', 'a b'],
    ['a\\u0020\\u0020', 'a  '],
  ])('reads %j as %j', (raw, text) => {
    expect(decode(raw)).toBe(text);
  });

  it('reports an apostrophe that AAPT2 rejects', () => {
    expect(decodeText("It's", android).hasApostrophe).toBe(true);
    expect(decodeText("<![CDATA[It's]]>", android).hasApostrophe).toBe(true);
    expect(decodeText('It\\\'s "it\'s"', android).hasApostrophe).toBe(false);
  });

  it.each(['\\u12', '\\u12g4', '\\u'])('rejects the escape %j', (raw) => {
    expect(() => decode(raw)).toThrow(TextError);
  });

  it.each([
    ['@string/x', true],
    ['@android:string/ok', true],
    ['@+id/x', true],
    ['?attr/y', true],
    ['?y', true],
    ['@', false],
    ['@name', false],
    ['a@string/x', false],
    ['?', false],
    ['<b>@string/x</b>', false],
  ])('recognizes whether %j is a reference: %j', (raw, isReference) => {
    expect(decodeText(raw, android).isReference).toBe(isReference);
  });

  it.each([
    ["It's", "It\\'s"],
    ['say "a"', 'say \\"a\\"'],
    [' a  b ', '\\u0020a \\u0020b\\u0020'],
    ['a\n\tb', 'a\\n\\tb'],
    ['@x', '\\@x'],
    ['?x', '\\?x'],
    ["<b>It's</b> & <i>x</i>", "<b>It\\'s</b> &amp; <i>x</i>"],
    ['<b>x', '&lt;b&gt;x'],
    ['<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
    ['<b>x</b> &lt;i&gt;', '<b>x</b> &lt;i&gt;'],
    ['&app; & &other;', '&app; &amp; &amp;other;'],
    ['•\u0001', '•\\u0001'],
    ['%1$s %2$s', '%1$s %2$s'],
  ])('writes %j as %j', (text, raw) => {
    expect(encodeText(text, android)).toBe(raw);
    expect(decode(raw)).toBe(text);
  });

  it.each([
    ['"old"', " it's ", '" it\'s "'],
    ['&lt;b&gt;old&lt;/b&gt;', '<b>new</b>', '&lt;b&gt;new&lt;/b&gt;'],
    ['<![CDATA[<b>old</b>]]>', "<b>it's</b> ]]>", "<![CDATA[<b>it\\'s</b> ]]]]><![CDATA[>]]>"],
    [
      'By <![CDATA[<a href="%1$s">one</a>]]> and <![CDATA[<a href="%2$s">two</a>]]>',
      'Per <a href="%1$s">eins</a>',
      '<![CDATA[Per <a href=\\"%1$s\\">eins</a>]]>',
    ],
    ['<b>old</b>', '<b>new</b>', '<b>new</b>'],
  ])('writes a new text in the style of %j', (before, text, raw) => {
    const written = encodeText(text, android, styleOf(before));
    expect(written).toBe(raw);
    expect(decode(written)).toBe(text);
  });
});

describe('text conversion for Compose and for quoted texts', () => {
  it('supports four escapes in Compose, and keeps white space', () => {
    const text = decodeText('\\n\\t\\u00e9\\\\ \\\'  "a" @x', compose).text;
    expect(text).toBe('\n\té\\ \\\'  "a" @x');
    expect(decodeText(encodeText(text, compose), compose).text).toBe(text);
    expect(encodeText('It\'s "a"\n', compose)).toBe('It\'s "a"\\n');
  });

  it.each([
    ['a <b>bold</b> @', 'a <b>bold</b> @'],
    [`it's  <u>"so"</u>`, `it\\'s \\u0020<u>\\"so\\"</u>`],
    ['a < b', '"a &lt; b"'],
    ['<b>open', '"&lt;b&gt;open"'],
    ["it's", `"it's"`],
  ])(
    'writes %j in place of a quoted text, without quotes if the new text has markup',
    (text, raw) => {
      expect(encodeText(text, android, 'quoted')).toBe(raw);
      expect(decode(raw)).toBe(text);
    },
  );
});
