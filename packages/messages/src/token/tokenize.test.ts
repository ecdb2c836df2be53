import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { MESSAGE_FORMATS, sourceOf } from './token.ts';
import { tokenize } from './tokenize.ts';

const kept = (text: string, format: Parameters<typeof tokenize>[1] = 'auto'): string[] =>
  tokenize(text, format)
    .filter((token) => token.type !== 'text')
    .map((token) => token.source);

describe('tokenize in a text with placeholders', () => {
  it.each([
    ['Hi {name}!', ['{name}']],
    ['{{count}} of {{ user.name }}', ['{{count}}', '{{ user.name }}']],
    ['{{- html}} {{{raw}}}', ['{{- html}}', '{{{raw}}}']],
    ['%s uploaded %d files', ['%s', '%d']],
    ['%1$d of %2$s', ['%1$d', '%2$s']],
    ['%-5.2f', ['%-5.2f']],
    ['%@ likes %2$@', ['%@', '%2$@']],
    ['%(name)s has %(n)03d', ['%(name)s', '%(n)03d']],
    ['%{count} and %<n>d', ['%{count}', '%<n>d']],
    ['see $t(common.ok, { "count": 2 })', ['$t(common.ok, { "count": 2 })']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder itself
    ['cost ${price}', ['${price}']],
    ['%,d of %1$,d', ['%,d', '%1$,d']],
    ['on %1$tY-%1$tm', ['%1$tY', '%1$tm']],
    ['%#@files@ in %1$#@folders@', ['%#@files@', '%1$#@folders@']],
    ['as @:menu.file, @.lower:name and @:(a.b).', ['@:menu.file', '@.lower:name', '@:(a.b)']],
    ['<![CDATA[Hi <b>you</b>]]>', ['<![CDATA[', '<b>', '</b>', ']]>']],
    ['{} of {0}, {price, number} {0:C2}', ['{}', '{0}', '{price, number}', '{0:C2}']],
    ['100%% of %d%%', ['%%', '%d', '%%']],
    ['width %dpx', ['%d']],
    ['%s个文件 %dمرحبا', ['%s', '%d']],
    ['a <0>b</0> c<br/>', ['<0>', '</0>', '<br/>']],
    ['<a href="{url}" title="x > y">t</a>', ['<a href="{url}" title="x > y">', '</a>']],
    ['go to https://a.io/x?y=1&z={id}.', ['https://a.io/x?y=1&z={id}']],
    ['(see www.example.org/a(b))', ['www.example.org/a(b)']],
    ['访问https://a.io查看', ['https://a.io']],
    ['ໄປທີ່https://a.ioເພື່ອເບິ່ງ', ['https://a.io']],
    ['ទៅhttps://a.ioដើម្បីមើល', ['https://a.io']],
    ['https://a.ioသို့သွားပါ', ['https://a.io']],
    ['https://a.io에서', ['https://a.io']],
    ['mail first.last+x@b.co.uk.', ['first.last+x@b.co.uk']],
    ['run `npm i`', ['`npm i`']],
    ['yes 👩‍💻 🇪🇸 1️⃣', ['👩‍💻', '🇪🇸', '1️⃣']],
    ['{n, plural, one {x}} left', ['{n, plural, one {x}}']],
    ['<!-- note --> text', ['<!-- note -->']],
    ['&unknownref; x', ['&unknownref;']],
    ['%name% sent %date% (%user_id%)', ['%name%', '%date%', '%user_id%']],
    ['The :attribute of (:name): :count', [':attribute', ':name', ':count']],
    ['こんにちは、:nameさん', [':name']],
    ['你好，:name！:name님', [':name', ':name']],
    ['「:name」 and [:count]', [':name', ':count']],
    ['\\(user.name) likes \\(n)', ['\\(user.name)', '\\(n)']],
    ['<%= a > b %> of <% if (x) { %>', ['<%= a > b %>', '<% if (x) { %>']],
    ['{% if x %}Hi{% endif %} {# note #}', ['{% if x %}', '{% endif %}', '{# note #}']],
    ["user{'@'}host {'{'}", ["{'@'}", "{'{'}"]],
    ['{name!r:>10} {n:0<8.2f}', ['{name!r:>10}', '{n:0<8.2f}']],
    ['{0,choice,0#none|1<{0} files} left', ['{0,choice,0#none|1<{0} files}']],
    ['One.\\nTwo\\tthree', ['\\n', '\\t']],
    ['[the {x}](/a "b") ![alt](i.png)', ['[', '{x}', '](/a "b")', '![', '](i.png)']],
    ['[terms](https://a.io/{id}?b=(c))', ['[', '](https://a.io/{id}?b=(c))']],
    ['do ```\nnpm i\n``` first', ['```\nnpm i\n```']],
  ])('finds the placeholders of %s', (text, expected) => {
    expect(kept(text)).toEqual(expected);
  });
});

describe('tokenize in a text without placeholders', () => {
  it.each([
    '50% of users',
    '100% sure',
    '5% discount',
    '50%discount',
    'Save 20%',
    '20 % de plus',
    'a < b and c > d',
    '<enter your name>',
    'I <3 you',
    'a@b',
    '@user',
    '{ "a": 1 }',
    '`',
    '``',
    '5%off 6%more',
    'a%name%',
    'at 12:30 a:b x::y',
    '格式:json :nameé',
    'C:\\new\\temp',
    '..\\rest',
    '\\\\host\\new',
    "group `x' of `y'",
    "found '{' without '}'",
    'file[s](s)',
    '[x] done (y)',
    '[](/x)',
    '[a](b c)',
    '{note: <up',
    '```',
    '<% x',
    '50%,discount',
    'at 5 %to',
    'mail me@: no',
    '@: x',
    'a]]>b',
    '<![CDATA[ x',
    '$t(',
    '%(',
    '{{',
    '}}',
    '{not closed',
    'Q&A',
    'R&D;',
    '5 * 3',
    "don't",
    '{hello, world}.',
  ])('does not mistake prose for a placeholder in %s', (text) => {
    if (text === '{hello, world}.') expect(kept(text)).toEqual(['{hello, world}']);
    else expect(kept(text)).toEqual([]);
  });
});

describe('tokenize with a message format', () => {
  it('finds markup and addresses, but no placeholders, in the format plain', () => {
    expect(kept('{name} %s <b>x</b> a@b.co', 'plain')).toEqual(['<b>', '</b>', 'a@b.co']);
  });
  it('ignores percent signs in the format i18next, and printf specifiers in the format ruby', () => {
    expect(kept('%s {{x}} $t(a)', 'i18next')).toEqual(['{{x}}', '$t(a)']);
    expect(kept('%s %{x} %<n>.2f', 'ruby')).toEqual(['%{x}', '%<n>.2f']);
  });
  it('keeps a text that is a Rails setting such as true, and translates the word in other texts', () => {
    for (const format of ['auto', 'ruby'] as const) {
      for (const text of ['true', 'false', ':year']) expect(kept(text, format)).toEqual([text]);
      for (const text of ['True', 'false alarm', 'year']) expect(kept(text, format)).toEqual([]);
    }
    expect(kept('true', 'i18next')).toEqual([]);
  });
  it('does not combine two specifiers into a name between percent signs', () => {
    expect(kept('%dx%d %ld%%')).toEqual(['%d', '%d', '%ld', '%%']);
    expect(kept('%sand%s 100 %ld%', 'printf')).toEqual(['%s', '%s', '%ld']);
  });
  it('creates one token for a variable of an Apple string catalog', () => {
    expect(kept('%#@files@ in %2$#@the folders@, %1$@', 'printf')).toEqual([
      '%#@files@',
      '%2$#@the folders@',
      '%1$@',
    ]);
    expect(kept('%arg files, (%arg)，%arg个', 'printf')).toEqual(['%arg', '%arg', '%arg']);
    expect(kept('%arguments %arg_x', 'printf')).toEqual(['%a', '%a']);
    expect(kept('%arg files', 'auto')).toEqual(['%arg']);
    expect(kept('50%arg', 'auto')).toEqual([]);
    expect(kept('%#@a\nb@ %#@@', 'printf')).not.toContain('%#@a\nb@');
  });
  it('finds a printf specifier that is directly followed by a word', () => {
    expect(kept('%dseconds\\n', 'printf')).toEqual(['%d', '\\n']);
  });
});

describe('tokenize with markup', () => {
  it('gives balanced tags a common id, and leaves unbalanced and crossing tags opaque', () => {
    const types = (text: string) => tokenize(text, 'auto').map((token) => token.type);
    expect(types('<b>x<i>y</i></b>')).toEqual(['open', 'text', 'open', 'text', 'close', 'close']);
    expect(types('<Link>x</Link>')).toEqual(['open', 'text', 'close']);
    expect(types('<link>x</link>')).toEqual(['open', 'text', 'close']);
    expect(types('<b>x<br>y</b><hr>')).toEqual(['open', 'text', 'void', 'text', 'close', 'void']);
    expect(types('<b>x')).toEqual(['placeholder', 'text']);
    expect(types('<b><i>x</b></i>')).toEqual([
      'open',
      'placeholder',
      'text',
      'close',
      'placeholder',
    ]);
  });
  it('decodes entities into the text and keeps their spelling in the source', () => {
    expect(tokenize('Terms &amp; Conditions&nbsp;', 'auto')).toEqual([
      {
        type: 'text',
        source: 'Terms &amp; Conditions&nbsp;',
        text: 'Terms & Conditions\u00a0',
        escapes: [
          { at: 6, text: '&', source: '&amp;' },
          { at: 18, text: '\u00a0', source: '&nbsp;' },
        ],
      },
    ]);
  });
});

const PIECES = [
  '{name}',
  '{{count}}',
  '{{ user.name }}',
  '%s',
  '%1$d',
  '%(total)s',
  '%{n}',
  '$t(common.ok)',
  '&amp;',
  '&nbsp;',
  'https://a.io/x?y=1',
  'a@b.co',
  '`npm i`',
  '<br/>',
  '%%',
  '{0}',
  '<b>',
  '</b>',
  '<a href="x">',
  '</a>',
  '<0>',
  '</0>',
  '🎉',
  '👩‍💻',
  '\n',
  '  ',
  'Hello',
  'مرحبا',
  '你好',
  "'",
  '"',
  '{',
  '}',
  '<',
  '>',
  '%',
  '#',
  '[',
  ']',
  '\\',
  '@',
  '&',
  '$',
  '(',
  ')',
  '`',
  '\ud83d',
];

it('the sources of the tokens form the text, code unit by code unit', () => {
  const message = fc.array(
    fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(message, fc.constantFrom(...MESSAGE_FORMATS), (pieces, format) => {
      const text = pieces.join('');
      expect(sourceOf(tokenize(text, format))).toBe(text);
    }),
    { numRuns: testRuns(600) },
  );
});

const RGI = /^\p{RGI_Emoji}$/v;

describe('tokenize with a hostile text', () => {
  const repeated = [
    '{',
    '<a>',
    '%',
    '</b>',
    '<a ',
    '<a "',
    '$t(',
    '`',
    '`a',
    '@',
    'a@',
    '&#',
    'http://',
    '<!--',
    '[',
    '[a](',
    '[a](/b)',
    '](',
    '![',
    ' :a',
    '%a%',
    '<%',
    '\\n',
    '\\(',
    "{'",
    '```',
    'a:\\b',
    '{a',
    '{{',
    '{ ',
    '%(',
    '%<',
    '<b></i>',
    '🎉',
    '1️⃣',
    "'{",
    'a.',
    '${',
    '%{',
    '<a b="',
  ];
  it.each(repeated)('handles 50,000 characters of %s within the time limit of a test', (piece) => {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    expect(sourceOf(tokenize(text, 'auto')) === text).toBe(true);
  });
});

describe('tokenize with emoji', () => {
  it('creates one token for a recommended emoji, including joiners, skin tones and flags', () => {
    const parts = [
      '🎉',
      '👩',
      '👩‍💻',
      '🏳️‍🌈',
      '🇩',
      '🇪',
      '🇩🇪',
      '👍',
      '🏽',
      '❤',
      '❤️',
      '☃',
      '1️⃣',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '©️',
    ];
    const rest = [
      '\u200d',
      '\ufe0f',
      '\u20e3',
      '♀',
      '1',
      '#',
      'a',
      ' ',
      '\ud83d',
      '\u{e0067}',
      '⌚',
      '™',
    ];
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts, ...rest), { maxLength: 8 }).map((list) => list.join('')),
        (text) => {
          const emoji = kept(text, 'plain');
          const seen = [...graphemes.segment(text)].map(({ segment }) => segment);
          expect(emoji).toEqual(expect.arrayContaining(seen.filter((one) => RGI.test(one))));
          for (const one of emoji) expect(one).toMatch(/^[\p{Emoji}\p{Emoji_Component}]+$/u);
        },
      ),
      { numRuns: testRuns(600) },
    );
  });

  it('creates one token for an emoji that Unicode may recommend in the future', () => {
    for (const text of ['👩\u200d🦞', '🇪🇺', '🏴\u{e0067}\u{e0062}\u{e007f}', '👍🏽\u200d❄️'])
      expect(kept(`a${text}b`, 'plain')).toEqual([text]);
    expect(kept('👩\u200d 🇩 ❤ ™ 1', 'plain')).toEqual(['👩']);
  });
});
