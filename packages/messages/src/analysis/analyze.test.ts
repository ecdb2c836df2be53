import { describe, expect, it } from 'vitest';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import { type MessageTerm, type Token, textToken } from '../token/token.ts';
import { type AnalyzeOptions, analyzeMessage } from './analyze.ts';

const options = (over: Partial<AnalyzeOptions> = {}): AnalyzeOptions => ({
  format: 'auto',
  sourceLocale: 'en',
  targetLocale: 'es',
  ...over,
});
const shown = (text: string, over: Partial<AnalyzeOptions> = {}): string[] =>
  analyzeMessage(text, options(over)).leaves.map((leaf) => renderSegment(leaf.tokens, 'named'));

const translate = (
  text: string,
  engine: (body: string) => string,
  over: Partial<AnalyzeOptions> = {},
): string => {
  const { leaves, assemble } = analyzeMessage(text, options(over));
  return assemble(
    leaves.map((leaf) =>
      parseRendered(engine(renderSegment(leaf.tokens, 'xml')), leaf.tokens, 'xml'),
    ),
  );
};
const upper = (body: string): string =>
  body.replace(/(<[^>]*>|&\w+;)|\p{L}+/gu, (word, tag) => tag ?? word.toUpperCase());

describe('the analysis of a plain message', () => {
  it.each([
    ['Hello', ['Hello']],
    ['  Hello\n', ['Hello']],
    ['one\n\ntwo\r\n', ['one', 'two']],
    ['<p>one\ntwo</p>', ['one', 'two']],
    ['🎉 Done <br/>', ['Done']],
    ['<b>all</b> of it', ['<b>all</b> of it']],
    ['%s', []],
    ['— {a}/{b} —', []],
    ['12:30', []],
    ['', []],
    ['Terms &amp; Conditions', ['Terms & Conditions']],
    ['no car | one car|{n} cars', ['no car', 'one car', '{n} cars']],
    ['[Read on](/blog)', ['Read on']],
    [
      '{n, spellout} of {m, ordinal , %x} is {d,duration}',
      ['{n, spellout} of {m, ordinal , %x} is {d,duration}'],
    ],
  ])('splits %j into the leaves %j', (text, leaves) => {
    expect(shown(text)).toEqual(leaves);
  });

  it('protects a line break inside a pair of tags as a placeholder', () => {
    const [leaf] = analyzeMessage('See <b>a\nb</b> here', options()).leaves;
    expect(renderSegment(leaf!.tokens, 'xml')).toBe('See <g id="0">a<x id="1"/>b</g> here');
  });

  it('encodes special characters in the same way as the source message', () => {
    expect(translate('A &amp; B', () => 'C &amp; D &lt;')).toBe('C &amp; D <');
    expect(translate('A &lt; B &amp; C', () => 'x &amp; y &lt; z')).toBe('x &amp; y &lt; z');
    expect(translate('It&#39;s', () => "C'est l'été")).toBe('C&#39;est l&#39;été');
    expect(translate('a&nbsp;b c', () => 'x\u00a0y')).toBe('x&nbsp;y');
  });

  it('splits long texts between sentences, but never inside a pair of tags', () => {
    const sentence = 'This is a sentence with {name} in it. ';
    const text = sentence.repeat(60);
    const leaves = shown(text);
    expect(leaves.length).toBeGreaterThan(2);
    for (const leaf of leaves) {
      expect(leaf.length).toBeLessThanOrEqual(1000);
      expect(leaf.endsWith('.')).toBe(true);
    }
    const paired = `Read <b>${sentence.repeat(60)}</b> to the end.`;
    expect(shown(paired)).toEqual([paired]);
    for (const whole of [text, paired]) expect(translate(whole, (body) => body)).toBe(whole);
  });

  it('splits a sentence between words only if the sentence is too long', () => {
    const sentence = 'This is a sentence. ';
    const endless = 'Word {name} and ';
    const text = `${sentence.repeat(80)}${endless.repeat(500)}`;
    const leaves = shown(text);
    expect(Math.max(...leaves.map(({ length }) => length))).toBeLessThanOrEqual(1200);
    expect(leaves[0]).toMatch(/sentence\.$/);
    expect(leaves.every((leaf) => leaf.split('{').length === leaf.split('}').length)).toBe(true);
    const bearable = `${sentence.repeat(80)}${endless.repeat(100)}`;
    expect(shown(bearable).at(-1)).toHaveLength(endless.length * 100 - 1);
    for (const whole of [text, bearable]) expect(translate(whole, (body) => body)).toBe(whole);
  });
});

describe('the analysis of a message with markup', () => {
  it.each([
    ['Run <code class="x">npm install</code> now', 'Run <x id="0"/> now'],
    ['<span translate="no">Save</span> the file', '<x id="0"/> the file'],
    ['<b class="a notranslate">Save</b> the <code>%s</code>', '<x id="0"/> the <x id="1"/>'],
    ['Press <kbd translate="yes">Enter</kbd>', 'Press <g id="0">Enter</g>'],
    ['<code>npm install</code>', undefined],
  ])('keeps the words of elements that are not for translation: %s', (text, body) => {
    const { leaves } = analyzeMessage(text, options());
    expect(leaves.map(({ tokens }) => renderSegment(tokens, 'xml'))).toEqual(body ? [body] : []);
    expect(translate(text, (words) => words)).toBe(text);
  });

  it('keeps the # inside code', () => {
    expect(
      translate('{n, plural, other {Run <code>x #</code> now}}', upper, { targetLocale: 'ja' }),
    ).toBe('{n, plural, other {RUN <code>x #</code> NOW}}');
  });

  it('treats a CDATA section as an element around its text', () => {
    const text = '<![CDATA[Hello <b>world</b>]]>';
    expect(shown(text)).toEqual(['Hello <b>world</b>']);
    expect(translate(text, upper)).toBe('<![CDATA[HELLO <b>WORLD</b>]]>');
  });
});

describe('the analysis of a plural form of a family', () => {
  it.each([
    ['{{count}} items in {{folder}}', '5 items in {{folder}}'],
    ['%{count} items', '5 items'],
    ['%d items', '5 items'],
    ['%d of %d items', '%d of %d items'],
    ['5 of {{count}} items', '5 of {{count}} items'],
  ])('shows the count of %j as a number if the count is unambiguous: %j', (text, body) => {
    expect(shown(text, { countSample: 5 })).toEqual([body]);
    expect(translate(text, upper, { countSample: 5 })).toBe(
      text.replace(/items in|items|of/g, (word) => word.toUpperCase()),
    );
  });
});

describe('the analysis of a message with glossary terms', () => {
  const hit = (text: string, word: string, over: Partial<MessageTerm>): MessageTerm => {
    const start = text.indexOf(word);
    return {
      start,
      end: start + word.length,
      id: word,
      source: word,
      doNotTranslate: false,
      ...over,
    };
  };

  it('uses term tokens for prescribed words, and placeholders for protected words, even if a sentence moves', () => {
    const text = 'Open Acme Cloud: {n, plural, one {# pull request} other {# pull requests}}';
    const terms = [
      hit(text, 'pull requests', { target: 'solicitudes' }),
      hit(text, 'Acme Cloud', { doNotTranslate: true }),
    ];
    const { leaves, assemble } = analyzeMessage(text, options({ targetLocale: 'ja', terms }));
    expect(renderSegment(leaves[0]!.tokens, 'superblank')).toBe(
      'Open [<x0>]: 2 [[t:x:2]]pull requests[[/]]',
    );
    expect(assemble([leaves[0]!.tokens])).toBe(
      '{n, plural, other {Open Acme Cloud: # solicitudes}}',
    );
  });

  it('sends each spelling of a term to engines as the same term, and leaves a term across two lines as text', () => {
    const text = 'Open Bob’s\u00a0 board, Bob&#39;s board and Bob’s\nboard';
    const terms = [...text.matchAll(/Bob\S+\s+board/g)].map(
      (m): MessageTerm => ({
        start: m.index,
        end: m.index + m[0].length,
        id: 'x',
        source: m[0],
        target: 'Brett',
        doNotTranslate: false,
      }),
    );
    const { leaves, assemble } = analyzeMessage(text, options({ terms }));
    const tokens = leaves.flatMap((leaf) => leaf.tokens);
    const spelled = tokens.flatMap((token) => (token.type === 'term' ? [token.text] : []));
    expect(spelled).toEqual(["Bob's board", "Bob's board"]);
    expect(assemble(leaves.map((leaf) => leaf.tokens))).toBe('Open Brett, Brett and Bob’s\nboard');
  });

  it('ignores matches in addresses, tags and placeholders', () => {
    const text = 'acme@acme.io <a href="acme">{acme}</a> R&D';
    const terms = [...text.matchAll(/acme|R&D/g)].map(
      (m): MessageTerm => ({
        start: m.index,
        end: m.index + m[0].length,
        id: 'x',
        source: m[0],
        target: 'ACME',
        doNotTranslate: false,
      }),
    );
    const { leaves } = analyzeMessage(text, options({ terms }));
    expect(
      leaves[0]!.tokens.filter((token) => token.type === 'term').map((token) => token.source),
    ).toEqual(['R&D']);
  });
});

it('the analysis of hostile ICU finishes within the time limit of a test, and does not throw', () => {
  const deep = (n: number) => `${'{a, select, other {'.repeat(n)}x${'}}'.repeat(n)}`;
  const texts = [
    '{'.repeat(100_000),
    "'{".repeat(50_000),
    '{a,plural,'.repeat(10_000),
    deep(20_000),
    deep(39),
    deep(300),
    Array.from({ length: 5000 }, (_, index) => `{a${index}, plural, one {x} other {y}}`).join(' '),
    `{n, plural, other {${'# {x} '.repeat(10_000)}}}`,
    '{n, plural, '.repeat(12) + 'other {x}}'.repeat(12),
    Array.from({ length: 30 }, (_, index) => `{a${index}, plural, one {x} other {`).join('') +
      '}}'.repeat(30),
  ];
  for (const text of texts) {
    for (const format of ['icu', 'auto'] as const) {
      const { leaves, assemble } = analyzeMessage(text, options({ format, targetLocale: 'ar' }));
      assemble(leaves.map((leaf): readonly Token[] => [textToken('x'), ...leaf.tokens]));
    }
  }
});
