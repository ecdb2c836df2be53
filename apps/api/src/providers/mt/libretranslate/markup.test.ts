import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { encodeLibreMarkup } from './markup.ts';

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

describe('libretranslate markup', () => {
  it('brings every body back as it was, through the server’s unescaping', () => {
    fc.assert(
      fc.property(body, (source) => {
        const { html, restore } = encodeLibreMarkup(source);
        expect(restore(unescapeReply(html))).toBe(source);
      }),
      { numRuns: testRuns(100) },
    );
  });

  it('sends no white space that the server would collapse or trim', () => {
    fc.assert(
      fc.property(body, (source) => {
        const { html } = encodeLibreMarkup(source);
        expect(html.split(/[\s\u001c-\u001f\u0085]+/).join(' ')).toBe(html);
        expect(html.trim()).toBe(html);
      }),
      { numRuns: testRuns(100) },
    );
  });

  it('gives placeholders numbers that the text does not hold', () => {
    const { html } = encodeLibreMarkup('7301 of <var>0</var>, 17302 and <var>1</var>');
    expect(html).toBe(
      '7301 of <x0 translate="no">7303</x0>, 17302 and <x1 translate="no">7304</x1>',
    );
  });

  it('refuses a reply in which a placeholder lost its number or the number its placeholder', () => {
    const { restore } = encodeLibreMarkup('Hi <var>0</var> you');
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

  it('takes tags back with other spaces and capitals, and lets the verifier judge a missing or repeated one', () => {
    const { restore } = encodeLibreMarkup('Hi <var>0</var> <span id="5">you</span>');
    const unit = '<x0 translate="no">7301</x0>';
    expect(restore(`Hola < X0 translate = "no" > 7301 < / x0 > < g0 >tu< / g0 >`)).toBe(
      'Hola <var>0</var> <span id="5">tu</span>',
    );
    expect(restore(`Hola <x0/> <g0>tu</g0>`)).toBe('Hola <var>0</var> <span id="5">tu</span>');
    expect(restore('Hola <g0>tu</g0>')).toBe('Hola <span id="5">tu</span>');
    expect(restore(`${unit} ${unit}`)).toBe('<var>0</var> <var>0</var>');
    expect(restore(`${unit} <g0>tu`)).toBe('<var>0</var> <span id="5">tu');
  });

  it('reads entities of a server that does not unescape, unless the text is about entities', () => {
    const plain = encodeLibreMarkup('Terms &amp; Conditions &lt; 5');
    expect(plain.restore('T &amp; C &lt; 5')).toBe('T &amp; C &lt; 5');
    expect(plain.restore('T & C < 5')).toBe('T &amp; C &lt; 5');
    const about = encodeLibreMarkup('Write &amp;lt; for &lt;');
    expect(about.restore('Escribe &lt; para <')).toBe('Escribe &amp;lt; para &lt;');
  });

  it('keeps void elements and unknown entities whole', () => {
    const source = '<b>One<br>two</b> &copy; <span translate="no" id="1">Acme</span> <img src="a">';
    const { html, restore } = encodeLibreMarkup(source);
    expect(html).not.toMatch(/br|&copy;|Acme|img/);
    expect(restore(unescapeReply(html))).toBe(source);
  });

  it('takes time in proportion to the body, even if it is hostile', () => {
    const size = 100_000;
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
      '1'.repeat(size),
      '<var>0</var>'.repeat(size / 12),
    ]) {
      const { restore } = encodeLibreMarkup(hostile);
      restore(hostile);
      restore(`<${' '.repeat(size)}`);
      restore(`<x0>${' '.repeat(size)}`);
      restore(`<x0 ${'/ '.repeat(size / 2)}`);
    }
  });
});
