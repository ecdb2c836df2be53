import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../../scripts/tests/growth.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { type MarkupDialect, OWN_ELEMENTS, standardElements } from './dialects.ts';
import { encodeMarkup } from './markup.ts';

/** Unescapes a response as the server's `html.unescape` does. */
const unescapeReply = (html: string) =>
  html
    .replace(/&#(\d+);/g, (_entity, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'Zeile ', ' ', '  ', '\n', '\u00a0', '7301', '12', 'x0', 'g1', '/', '"'),
      fc.constantFrom(
        '&amp;',
        '&lt;',
        '&gt;',
        '&amp;lt;',
        '&amp;amp;',
        '&lt;x0&gt;',
        '&lt;/g0&gt;',
        'p0',
        '😀',
      ),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const body: fc.Arbitrary<string> = fc.letrec<{ node: string; body: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.nat(30).map((index) => `<var>${index}</var>`),
    fc.tuple(fc.nat(9), tie('body')).map(([id, inner]) => `<span id="${id}">${inner}</span>`),
  ),
  body: fc.array(tie('node'), { maxLength: 5 }).map((nodes) => nodes.join('')),
})).body;

const DIALECTS: [name: string, dialect: MarkupDialect, answer: (html: string) => string][] = [
  ['own elements', OWN_ELEMENTS, unescapeReply],
  ['standard elements', standardElements('translate="no"'), (html) => html],
];

describe('the markup encoding', () => {
  it.each(DIALECTS)('restores every body unchanged, with %s', (_name, dialect, answer) => {
    fc.assert(
      fc.property(body, (source) => {
        const { html, restore } = encodeMarkup(source, dialect);
        expect(restore(answer(html))).toBe(source);
      }),
      { numRuns: testRuns(100) },
    );
  });

  it.each(DIALECTS)(
    'takes time in proportion to the length of hostile bodies and replies, with %s',
    async (_name, dialect) => {
      const growth = await growthOf(24_000, async (size) => {
        for (const hostile of [
          '<'.repeat(size),
          '<a'.repeat(size / 2),
          `<${'a'.repeat(size)}`,
          '<var>'.repeat(size / 5),
          '<b>'.repeat(size / 3),
          '</b>'.repeat(size / 4),
          `${'<a><b>'.repeat(size / 12)}${'</c>'.repeat(size / 8)}`,
          '&'.repeat(size),
          `&lt;${'p1p2p3'.repeat(size / 6)}`,
          ' '.repeat(size),
          '\n'.repeat(size),
          '1'.repeat(size),
          '<var>0</var>'.repeat(size / 12),
          `<span${' id="x1'.repeat(size / 7)}`,
          '<span id="x1">'.repeat(size / 14),
        ]) {
          const { restore } = encodeMarkup(hostile, dialect);
          restore(hostile);
          restore(`<${' '.repeat(size)}`);
          restore(`<x0>${' '.repeat(size)}`);
          restore(`<x0 ${'/ '.repeat(size / 2)}`);
          restore(`<span id="x0">${' '.repeat(size)}`);
          restore(`<span ${'/ '.repeat(size / 2)}`);
        }
      });
      expect(growth).toBeLessThan(IN_PROPORTION);
    },
  );

  const standard = standardElements('translate="no"');

  it('encodes a line break as an element, because an HTML parser collapses line breaks', () => {
    const { html, restore } = encodeMarkup('one\n<b id="1">two\r\nthree</b>', standard);
    expect(html).toBe('one<br id="x0"><span id="g0">two<br id="x1">three</span>');
    expect(restore('uno <BR id="x0" /> <span id="g0">dos<br id="x1">tres</span>')).toBe(
      'uno \n <b id="1">dos\r\ntres</b>',
    );
  });

  it('accepts a reply with escaped text, other spaces and added elements', () => {
    const { html, restore } = encodeMarkup('Hi <var>0</var>, <b id="1">it</b> &amp; you', standard);
    expect(html).toBe(
      'Hi <span translate="no" id="x0">7301</span>, <span id="g0">it</span> &amp; you',
    );
    const reply =
      '<span> L&#39;&quot;a&quot; </span>< span id = "g0" class="a" >lo</ span > &amp; <span id=x0 translate=no> 7301 </span>';
    expect(restore(reply)).toBe(' L\'"a" <b id="1">lo</b> &amp; <var>0</var>');
  });

  it('rejects a reply with a damaged standard element', () => {
    const { restore } = encodeMarkup('Hi <var>0</var> <b id="1">you</b>', standard);
    for (const torn of [
      '<span id="x0">7302</span> <span id="g0">tu</span>',
      '<span id="x0"></span> <span id="g0">tu</span>',
      '<span id="x9">7301</span> <span id="g0">tu</span>',
      '<span id="x0">7301 <span id="g0">tu</span>',
      '<span id="x0">7301</span> tu</span>',
      '7301 <span id="g0">tu</span>',
      '&lt;span id="x0"&gt; <span id="g0">tu</span>',
      '<span id="x0" <span id="g0">tu</span>',
    ])
      expect([torn, restore(torn)]).toEqual([torn, null]);
    expect(restore('<span id="g0">tu <span id="x0">7301</span>')).toBe('<b id="1">tu <var>0</var>');
  });
});

describe('the markup encoding with own elements', () => {
  it('produces no white space that the server would collapse or trim', () => {
    fc.assert(
      fc.property(body, (source) => {
        const { html } = encodeMarkup(source, OWN_ELEMENTS);
        expect(html.split(/[\s\u001c-\u001f\u0085]+/).join(' ')).toBe(html);
        expect(html.trim()).toBe(html);
      }),
      { numRuns: testRuns(100) },
    );
  });

  it('gives placeholders numbers that do not occur in the text', () => {
    const { html } = encodeMarkup('7301 of <var>0</var>, 17302 and <var>1</var>', OWN_ELEMENTS);
    expect(html).toBe(
      '7301 of <x0 translate="no">7303</x0>, 17302 and <x1 translate="no">7304</x1>',
    );
  });

  it('rejects a reply in which a placeholder lost its number or a number lost its placeholder', () => {
    const { restore } = encodeMarkup('Hi <var>0</var> you', OWN_ELEMENTS);
    expect(restore('Hola <x0 translate="no">7301</x0> tu')).toBe('Hola <var>0</var> tu');
    for (const torn of [
      'Hola 7301</x0> tu',
      'Hola <x0 translate="no">7301 tu',
      'Hola 7301 tu',
      'Hola <x0 translate="no">7302</x0> tu',
      'Hola <x9 translate="no">7301</x9> tu',
      'Hola <x0 translate="no"></x0> tu',
    ])
      expect([torn, restore(torn)]).toEqual([torn, null]);
  });

  it('accepts tags with other spaces and capitals, and leaves missing or repeated tags to the verifier', () => {
    const { restore } = encodeMarkup('Hi <var>0</var> <span id="5">you</span>', OWN_ELEMENTS);
    const unit = '<x0 translate="no">7301</x0>';
    expect(restore(`Hola < X0 translate = "no" > 7301 < / x0 > < g0 >tu< / g0 >`)).toBe(
      'Hola <var>0</var> <span id="5">tu</span>',
    );
    expect(restore(`Hola <x0/> <g0>tu</g0>`)).toBe('Hola <var>0</var> <span id="5">tu</span>');
    expect(restore('Hola <g0>tu</g0>')).toBe('Hola <span id="5">tu</span>');
    expect(restore(`${unit} ${unit}`)).toBe('<var>0</var> <var>0</var>');
    expect(restore(`${unit} <g0>tu`)).toBe('<var>0</var> <span id="5">tu');
  });

  it('decodes entities that the server did not unescape, unless the text is about entities', () => {
    const plain = encodeMarkup('Terms &amp; Conditions &lt; 5', OWN_ELEMENTS);
    expect(plain.restore('T &amp; C &lt; 5')).toBe('T &amp; C &lt; 5');
    expect(plain.restore('T & C < 5')).toBe('T &amp; C &lt; 5');
    const about = encodeMarkup('Write &amp;lt; for &lt;', OWN_ELEMENTS);
    expect(about.restore('Escribe &lt; para <')).toBe('Escribe &amp;lt; para &lt;');
  });

  it('keeps void elements and unknown entities unchanged', () => {
    const source = '<b>One<br>two</b> &copy; <span translate="no" id="1">Acme</span> <img src="a">';
    const { html, restore } = encodeMarkup(source, OWN_ELEMENTS);
    expect(html).not.toMatch(/br|&copy;|Acme|img/);
    expect(restore(unescapeReply(html))).toBe(source);
  });
});
