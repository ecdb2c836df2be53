import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { mergeText, type Rendering, renumber, type Token } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import { verifyTokens } from '../verify/verify-tokens.ts';
import { sameTokens } from './labels.ts';
import { parseRendered, renderSegment } from './render.ts';

const RENDERINGS: Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];
const shape = (tokens: readonly Token[]): string[] =>
  tokens.map((token) => (token.type === 'text' ? token.text : `${token.type}${token.id}`));

const term = (text: string, target: string, id = 0): Token => ({
  type: 'term',
  id,
  source: text,
  text,
  target,
  termId: 't',
});

describe('renderSegment', () => {
  const tokens = tokenize('Hi {name}, <b>you &amp; I</b> [ok]<br/>', 'auto');
  it.each([
    ['named', 'Hi {name}, <b>you & I</b> [ok]<br/>'],
    ['xml', 'Hi <x id="0"/>, <g id="1">you &amp; I</g> [ok]<x id="2"/>'],
    ['html', 'Hi <var>0</var>, <b id="1">you &amp; I</b> [ok]<var>2</var>'],
    ['superblank', 'Hi [<x0>], [<g1>]you & I[</g1>] \\[ok\\][<x2>]'],
    ['sentinel', 'Hi Xqaz, Xqbzyou & IXqcz [ok]Xqdz'],
  ] as const)('renders a segment as %s', (rendering, body) => {
    expect(renderSegment(tokens, rendering)).toBe(body);
  });

  it('marks a term with a word-bound blank for Apertium, and marks symbols with superblanks', () => {
    const body = renderSegment(
      [term('draft', 'borrador'), ...tokenize(' * a@b ☃', 'plain')],
      'superblank',
    );
    expect(body).toBe('[[t:x:0]]draft[[/]] [<l0>] a[<l1>]b [<l2>]');
  });

  it('uses another label for a placeholder if the words contain its name', () => {
    const literal: Token[] = [
      { type: 'text', source: "'{'name'}' is ", text: '{name} is ' },
      ...tokenize('{name}', 'auto'),
    ];
    expect(renderSegment(literal, 'named')).toBe('{name} is <x0>');
  });
});

describe('parseRendered with markers that an engine has changed', () => {
  const tokens = tokenize('Hi {name}, <b>you</b>!', 'auto');
  const back = ['Hola ', 'placeholder0', ', ', 'open1', 'tú', 'close1', '!'];
  it.each([
    ['xml', 'Hola < X ID = “0” / >, <G id="1">tú</ G >!'],
    ['xml', 'Hola <x id="0"></x>, <g id=1>tú</g>!'],
    ['xml', 'Hola ＜x id＝"0"／＞, <g id="1">tú</g>!'],
    ['xml', 'Hola <x id="0">, <g id="1">tú</g>!'],
    ['html', 'Hola <VAR> 0 </VAR>, <b class="x" id="1">tú</b>!'],
    ['html', 'Hola <var translate="no">0</var>, <b id=1>t&#250;</b>!'],
    ['named', 'Hola {name}, <b>tú</b>!'],
    ['named', 'Hola { Name }, <b>tú</b>!'],
    ['superblank', 'Hola [<x0>], [<g1>]*tú[</g1>]!'],
    ['sentinel', 'Hola XQAZ, xqbztúXqcz!'],
  ] as const)('restores the markers of %s: %s', (rendering, body) => {
    expect(shape(parseRendered(body, tokens, rendering))).toEqual(back);
  });

  it('keeps the addresses of links that change places', () => {
    const links = tokenize('See [a](/x) or [b](/y) now', 'auto');
    const body = 'Ver [b](/y) o [a](/x) ya';
    expect(renderSegment(links, 'named')).toBe('See [a](/x) or [b](/y) now');
    expect(verifyTokens(links, parseRendered(body, links, 'named'), 'auto', 'de')).toEqual([]);
  });

  it('keeps an unknown marker as text', () => {
    expect(shape(parseRendered('a <x id="7"/>', tokens, 'xml'))).toEqual(['a [<x7>]']);
  });
});

describe('parseRendered with terms', () => {
  const tokens = [
    ...tokenize('Open the ', 'plain'),
    term('pull request', 'solicitud'),
    ...tokenize(' now', 'plain'),
  ];
  it('replaces terms with their translation, even if an engine splits them into parts', () => {
    const expected = ['Abra la ', 'term0', ' ya'];
    for (const [rendering, body] of [
      ['superblank', 'Abra la [[t:x:0]]petición[[/]] de [[t:x:0]]tirón[[/]] ya'],
      ['superblank', 'Abra la [[t:x:0]]petición[[/]] [[t:x:0]]de[[/]] [[t:x:0]]tirón[[/]] ya'],
      ['html', 'Abra la <span id="t0">petición</span> <span id="t0">de tirón</span> ya'],
      ['xml', 'Abra la <t id="0">petición de tirón</t> ya'],
    ] as const) {
      expect(shape(parseRendered(body, tokens, rendering))).toEqual(expected);
    }
  });
  it('puts an unclosed term before the rest of the text', () => {
    expect(shape(parseRendered('Abra <t id="0">petición ya', tokens, 'xml'))).toEqual([
      'Abra ',
      'term0',
      'petición ya',
    ]);
  });
});

describe('the sample number that replaces #', () => {
  const sample: Token = {
    type: 'placeholder',
    id: 0,
    source: '#',
    kind: 'pound',
    numeric: true,
    positional: false,
    sample: '1000000',
  };
  const tokens = [...tokenize('You have ', 'plain'), sample, ...tokenize(' items', 'plain')];
  it('appears as a number in every rendering', () => {
    for (const rendering of RENDERINGS) {
      expect(renderSegment(tokens, rendering)).toBe('You have 1000000 items');
    }
  });
  it.each([
    'Tienes 1000000 cosas',
    'Tienes 1.000.000 cosas',
    'Tienes 1 000 000 cosas',
    "Tienes 1'000'000 cosas",
    'Tienes ١٬٠٠٠٬٠٠٠ cosas',
    'Tienes 1,000,000.0 cosas',
    '有1000000个',
  ])('matches %s', (body) => {
    expect(parseRendered(body, tokens, 'xml').filter((token) => token.type !== 'text')).toEqual([
      sample,
    ]);
  });
  it.each(['Tienes un millón', '1000000 de 1000000', 'mp1000000', '2000000', '1.000.0000'])(
    'does not match %s',
    (body) => {
      expect(shape(parseRendered(body, tokens, 'xml'))).toEqual([body]);
    },
  );
  it('matches a localized fraction', () => {
    const half = { ...sample, sample: '1.5' };
    expect(parseRendered('1,5 rzeczy', [half], 'named')).toContainEqual(half);
  });
});

const PIECES = [
  '{name}',
  '{{count}}',
  '%s',
  '%s',
  '%1$d',
  '$t(common.ok)',
  '&amp;',
  '&lt;',
  '&lt;x id="0"/&gt;',
  'https://a.io/x?y=1',
  '`npm i`',
  '<br/>',
  '<b>',
  '<b>',
  '</b>',
  '</b>',
  '<a href="x">',
  '</a>',
  '🎉',
  '[<x0>]',
  '[[t:x:0]]',
  '\\',
  '*word',
  '^',
  '\n',
  '⟦x0⟧',
  'Xqaz',
  'xq',
  'X',
  'Hello',
  'مرحبا',
  '你好',
  "'",
  '"',
  '{',
  '}',
  '<',
  '>',
  '&',
  '&nbsp;',
  '&amp;amp;',
  '{x',
  'name}',
  '$',
  '\ue000',
];

it('a response of an engine that changes nothing has the same tokens in every rendering', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }),
      fc.constantFrom('', ' '),
      fc.constantFrom(...RENDERINGS),
      (pieces, joint, rendering) => {
        const tokens = renumber(mergeText(tokenize(pieces.join(joint), 'auto')));
        const back = parseRendered(renderSegment(tokens, rendering), tokens, rendering);
        if (!sameTokens(back, tokens)) expect(shape(back)).toEqual(shape(tokens));
      },
    ),
    { numRuns: testRuns(1200) },
  );
});

it('parseRendered reads many markers and hostile responses within the time limit of a test', () => {
  const tokens = tokenize('{name} <b>x</b> %s '.repeat(5000), 'auto');
  for (const rendering of RENDERINGS) {
    const body = renderSegment(tokens, rendering);
    expect(sameTokens(parseRendered(body, tokens, rendering), tokens)).toBe(true);
    for (const piece of [
      '<',
      '< ',
      '<x',
      '<var>',
      '[',
      '[<',
      '&',
      '<b id="',
      '＜',
      '{',
      'Xq',
      '1,',
    ]) {
      parseRendered(piece.repeat(100_000 / piece.length), tokens.slice(0, 40), rendering);
    }
  }
});
