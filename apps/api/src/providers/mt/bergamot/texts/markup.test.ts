import { describe, expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../../../scripts/tests/growth.ts';
import { prepareMarkup } from './markup.ts';

describe('prepareMarkup', () => {
  it.each([
    'plain text',
    'You have <var>0</var> new messages',
    'Click <b>here</b>, or <a id="1">there <span id="2">now</span></a>.',
    'one<br>two<br/>three <img src="x">',
    '<b/> empty',
    '<a title="a > b, it\'s" disabled data-k=v>text</a>',
    '',
    '5 > 4',
  ])('leaves %j unchanged', (body) => {
    expect(prepareMarkup(body)).toEqual({ text: body, problem: null });
  });

  it('resolves the character references that the WebAssembly module does not resolve', () => {
    expect(prepareMarkup('it&#39;s &quot;a&quot; &apos;b&#x27; &#x1F600; a&nbsp;b').text).toBe(
      "it's \"a\" 'b' 😀 a\u00a0b",
    );
  });

  it('puts attributes in double quotes, as the WebAssembly module does', () => {
    expect(prepareMarkup('<a x=\'say "hi"\' y="it\'s">b</a>').text).toBe(
      '<a x="say &quot;hi&quot;" y="it\'s">b</a>',
    );
  });

  it('keeps the references that escape markup, in any notation', () => {
    expect(prepareMarkup('&lt;b&gt; &amp; &#60;i&#62; &#38;lt;').text).toBe(
      '&lt;b&gt; &amp; &lt;i&gt; &amp;lt;',
    );
  });

  it('keeps invalid references and references inside a tag', () => {
    for (const body of ['&#0;', '&#xD800;', '&#9999999;', '&bogus;', 'AT&T', '<a x="&#39;">b</a>'])
      expect(prepareMarkup(body).text).toBe(body);
  });

  it.each([
    '<b>not closed',
    'closed</b>',
    '<b><i>crossed</b></i>',
    '<B>other case</b>',
    '3 < 4',
    '<',
    '<b',
    '<b x="1>text</b>',
    '</br>',
    '<!-- comment -->',
    '<?php ?>',
    '<![CDATA[x]]>',
    '<script>alert(1)</script>',
    '<STYLE>x</STYLE>',
    '<1>',
    '< b>x</b>',
    'null\0character',
  ])('refuses %j', (body) => {
    const { text, problem } = prepareMarkup(body);
    expect(text).toBeNull();
    expect(problem).toMatch(/^the markup is not well formed: /);
  });

  it('takes time in proportion to the length of hostile input', async () => {
    const growth = await growthOf(50_000, async (size) => {
      for (const body of [
        `<b ${' '.repeat(size)}`,
        `<b ${'a '.repeat(size / 2)}`,
        `<b ${'a="'.repeat(size / 3)}`,
        '<'.repeat(size),
        '<b>'.repeat(size / 3),
        '&#'.repeat(size / 2),
      ]) {
        prepareMarkup(body);
      }
    });
    expect(growth).toBeLessThan(IN_PROPORTION);
  });
});
