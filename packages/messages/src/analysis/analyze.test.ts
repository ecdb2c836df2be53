import { describe, expect, it } from 'vitest';
import { pluralCategories } from '../plural/plural.ts';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import { readIcu } from '../syntax/icu.ts';
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

/** Translates every leaf with a function on what an engine sees. */
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

describe('plain messages', () => {
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
  ])('%j has the leaves %j', (text, leaves) => {
    expect(shown(text)).toEqual(leaves);
  });

  it('a line break inside a pair comes through as a placeholder', () => {
    const [leaf] = analyzeMessage('See <b>a\nb</b> here', options()).leaves;
    expect(renderSegment(leaf!.tokens, 'xml')).toBe('See <g id="0">a<x id="1"/>b</g> here');
  });

  it('words are encoded in the spelling of the message', () => {
    expect(translate('A &amp; B', () => 'C &amp; D &lt;')).toBe('C &amp; D <');
    expect(translate('A &lt; B &amp; C', () => 'x &amp; y &lt; z')).toBe('x &amp; y &lt; z');
    expect(translate('It&#39;s', () => "C'est l'été")).toBe('C&#39;est l&#39;été');
    expect(translate('a&nbsp;b c', () => 'x\u00a0y')).toBe('x&nbsp;y');
  });

  it('long texts are cut between sentences, never inside a pair', () => {
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

  it('a sentence without an end is cut between words, and only that one', () => {
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

describe('markup', () => {
  it.each([
    ['Run <code class="x">npm install</code> now', 'Run <x id="0"/> now'],
    ['<span translate="no">Save</span> the file', '<x id="0"/> the file'],
    ['<b class="a notranslate">Save</b> the <code>%s</code>', '<x id="0"/> the <x id="1"/>'],
    ['Press <kbd translate="yes">Enter</kbd>', 'Press <g id="0">Enter</g>'],
    ['<code>npm install</code>', undefined],
  ])('the words of elements that are not for translation stay: %s', (text, body) => {
    const { leaves } = analyzeMessage(text, options());
    expect(leaves.map(({ tokens }) => renderSegment(tokens, 'xml'))).toEqual(body ? [body] : []);
    expect(translate(text, (words) => words)).toBe(text);
  });

  it('a number in code is the number still', () => {
    expect(
      translate('{n, plural, other {Run <code>x #</code> now}}', upper, { targetLocale: 'ja' }),
    ).toBe('{n, plural, other {RUN <code>x #</code> NOW}}');
  });

  it('a CDATA section is an element around its text', () => {
    const text = '<![CDATA[Hello <b>world</b>]]>';
    expect(shown(text)).toEqual(['Hello <b>world</b>']);
    expect(translate(text, upper)).toBe('<![CDATA[HELLO <b>WORLD</b>]]>');
  });
});

describe('ICU', () => {
  const cart = 'You have {n, plural, =0 {no items} one {# item} other {# items}} in <b>{cart}</b>';

  it('plural branches become whole sentences with a number, one for each target category', () => {
    expect(shown(cart, { targetLocale: 'pl' })).toEqual([
      'You have no items in <b>{cart}</b>',
      'You have 1 item in <b>{cart}</b>',
      'You have 2 items in <b>{cart}</b>',
      'You have 5 items in <b>{cart}</b>',
      'You have 1.5 items in <b>{cart}</b>',
    ]);
    expect(translate(cart, upper, { targetLocale: 'pl' })).toBe(
      '{n, plural, =0 {YOU HAVE NO ITEMS IN <b>{cart}</b>} one {YOU HAVE # ITEM IN <b>{cart}</b>} few {YOU HAVE # ITEMS IN <b>{cart}</b>} many {YOU HAVE # ITEMS IN <b>{cart}</b>} other {YOU HAVE # ITEMS IN <b>{cart}</b>}}',
    );
  });

  it.each([
    ['fr', '{n, plural, one {You have # items} many {You have # items} other {You have # items}}'],
    ['de', 'You have {n, plural, one {an item} other {# items}}'],
  ])(
    'a form without its number is for no category of more numbers: %s',
    (targetLocale, expected) => {
      const text = 'You have {n, plural, one {an item} other {# items}}';
      expect(translate(text, (body) => body, { targetLocale })).toBe(expected);
    },
  );

  it('if no form shows the number, or all do, each is for its own category', () => {
    for (const text of [
      '{n, plural, one {an item} other {items}}',
      '{n, plural, one {{n}: an item} other {{n}: items}}',
    ]) {
      expect(translate(text, (body) => body, { targetLocale: 'hi' })).toBe(text);
    }
    const outside = '{n}: {n, plural, one {an item} other {items}}';
    expect(translate(outside, (body) => body, { targetLocale: 'hi' })).toBe(outside);
  });

  it('categories that the target does not have disappear', () => {
    expect(
      translate('{n, plural, one {# day} other {# days}}', upper, { targetLocale: 'ja' }),
    ).toBe('{n, plural, other {# DAYS}}');
  });

  it('a retry has a placeholder where the number was', () => {
    const { leaves } = analyzeMessage(cart, options({ targetLocale: 'ja' }));
    expect(
      leaves.map((leaf) => leaf.placeholderTokens && renderSegment(leaf.placeholderTokens, 'xml')),
    ).toEqual([null, 'You have <x id="0"/> items in <g id="1"><x id="2"/></g>']);
    expect(leaves[1]!.options).toEqual([
      { argument: 'n', kind: 'cardinal', option: 'other', sample: 2 },
    ]);
  });

  it('a number that is already in the sentence is not used as a sample', () => {
    const { leaves } = analyzeMessage(
      '{n, plural, other {# of 2 files}}',
      options({ targetLocale: 'ja' }),
    );
    expect(leaves[0]!.placeholderTokens).toBeNull();
  });

  it('the argument itself is a number too', () => {
    expect(
      shown('{count, plural, one {{count} cat} other {{count} cats}}', { targetLocale: 'ru' }),
    ).toEqual(['21 cats', '2 cats', '5 cats', '1.5 cats']);
  });

  it('offset, exact numbers and ordinals are kept', () => {
    const guests =
      '{n, plural, offset:1 =0 {Nobody} =1 {You} one {You and # other} other {You and # others}}';
    expect(translate(guests, upper, { targetLocale: 'en' })).toBe(
      '{n, plural, offset:1 =0 {NOBODY} =1 {YOU} one {YOU AND # OTHER} other {YOU AND # OTHERS}}',
    );
    expect(
      translate(
        '{n, selectordinal, one {#st place} two {#nd place} few {#rd place} other {#th place}}',
        upper,
      ),
    ).toBe('{n, selectordinal, other {#TH PLACE}}');
  });

  it('a text for an exact number is for no other number', () => {
    const text = '{n, plural, =1 {one} =2 {a pair} other {# items}}';
    expect(translate(text, upper, { targetLocale: 'es' })).toBe(
      '{n, plural, =1 {ONE} =2 {A PAIR} one {# ITEMS} many {# ITEMS} other {# ITEMS}}',
    );
    const place = '{n, selectordinal, =1 {first} =2 {second} one {#st} two {#nd} other {#th}}';
    expect(translate(place, upper, { targetLocale: 'es' })).toBe(
      '{n, selectordinal, =1 {FIRST} =2 {SECOND} other {#TH}}',
    );
  });

  it('nested selects go outside and plurals inside, so that # stays the number', () => {
    const text =
      '{n, plural, one {# {g, select, male {boy} other {child}}} other {# {g, select, male {boys} other {children}}}}';
    const out = translate(text, upper, { targetLocale: 'de' });
    expect(out).toBe(
      '{g, select, male {{n, plural, one {# BOY} other {# BOYS}}} other {{n, plural, one {# CHILD} other {# CHILDREN}}}}',
    );
  });

  it('a # that moves under another plural becomes its argument', () => {
    const text =
      '{a, plural, one {# cat} other {# cats}} and {b, plural, one {# dog} other {# dogs}}';
    expect(translate(text, upper, { targetLocale: 'ja' })).toBe(
      '{a, plural, other {{b, plural, other {{a, number} CATS AND # DOGS}}}}',
    );
    const offset =
      '{a, plural, offset:1 one {# x} other {# xs}} {b, plural, offset:1 one {# y} other {# ys}}';
    const out = translate(offset, upper, { targetLocale: 'ja' });
    expect(out).toBe('{a, plural, offset:1 other {# XS}} {b, plural, offset:1 other {# YS}}');
  });

  it('two selectors on one argument are one choice', () => {
    const text =
      'There {n, plural, one {is} other {are}} {n, plural, =0 {no files} one {# file} other {# files}}';
    expect(translate(text, (body) => body, { targetLocale: 'en' })).toBe(text);
    expect(translate(text, upper, { targetLocale: 'en' })).toBe(
      '{n, plural, =0 {THERE ARE NO FILES} one {THERE IS # FILE} other {THERE ARE # FILES}}',
    );
  });

  it('words that move are quoted for their new place', () => {
    const text = "Issue #1 '{'x'}' don't {n, plural, one {'#' is # day} other {'#' is # days}} }";
    const out = translate(text, (body) => body.replace('day', 'Tag'), { targetLocale: 'ja' });
    expect(out).toBe("{n, plural, other {Issue '#'1 '{'x'}' don't '#' is # Tags '}'}}");
    expect(readIcu(out, 'icu')).not.toBeInstanceOf(Error);
  });

  it('apostrophes of the translation do not quote', () => {
    const out = translate(
      'The {name} of {n, plural, one {# day} other {# days}}',
      (body) => body.replace('The ', "L'").replace(' of ', " d'"),
      {
        targetLocale: 'fr',
      },
    );
    expect(out).toContain("L''{name} d''#");
    expect(readIcu(out, 'icu')).not.toBeInstanceOf(Error);
  });

  it('invalid ICU is a finding, and its words can still be translated', () => {
    const { findings, leaves } = analyzeMessage('Hello {name', options({ format: 'icu' }));
    expect(findings.map(({ code }) => code)).toEqual(['icu_invalid']);
    expect(leaves).toHaveLength(1);
    expect(analyzeMessage('Hello {name', options()).findings).toEqual([]);
  });

  it('more forms than anyone writes stay where they are', () => {
    const text = Array.from(
      { length: 6 },
      (_, at) => `{a${at}, plural, one {# cat} other {# cats}}`,
    ).join(', ');
    const out = translate(text, upper, { targetLocale: 'ar' });
    expect(out.match(/few/g)).toHaveLength(6);
    expect(readIcu(out, 'icu')).not.toBeInstanceOf(Error);
    expect(out).toContain(
      '{a0, plural, zero {# CATS} one {# CAT} two {# CATS} few {# CATS} many {# CATS} other {# CATS}}, ',
    );
  });

  it('every language gets exactly its categories', () => {
    const locales = [
      'ar',
      'be',
      'br',
      'bg',
      'ca',
      'cs',
      'cy',
      'da',
      'de',
      'es',
      'fr',
      'ga',
      'gd',
      'gv',
      'he',
      'ja',
    ];
    for (const locale of [
      ...locales,
      'ko',
      'lt',
      'lv',
      'mt',
      'pl',
      'pt-BR',
      'ro',
      'ru',
      'sl',
      'uk',
      'zh',
      'qaa',
    ]) {
      for (const [keyword, type] of [
        ['plural', 'cardinal'],
        ['selectordinal', 'ordinal'],
      ] as const) {
        const out = translate(`{n, ${keyword}, one {# day} other {# days}}`, upper, {
          targetLocale: locale,
        });
        const nodes = readIcu(out, 'icu');
        if (!Array.isArray(nodes) || nodes[0]!.type !== 'selector') throw new Error(out);
        expect([...nodes[0]!.options.keys()]).toEqual(pluralCategories(locale, type));
      }
    }
  });
});

describe('plural families', () => {
  it.each([
    ['{{count}} items in {{folder}}', '5 items in {{folder}}'],
    ['%{count} items', '5 items'],
    ['%d items', '5 items'],
    ['%d of %d items', '%d of %d items'],
    ['5 of {{count}} items', '5 of {{count}} items'],
  ])('%j shows its count as a number where that is certain: %j', (text, body) => {
    expect(shown(text, { countSample: 5 })).toEqual([body]);
    expect(translate(text, upper, { countSample: 5 })).toBe(
      text.replace(/items in|items|of/g, (word) => word.toUpperCase()),
    );
  });
});

describe('glossary terms', () => {
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

  it('prescribed words are term tokens, protected ones placeholders, also if their sentence moves', () => {
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

  it('a term has one spelling for engines, and is left to the checks if a line ends in it', () => {
    const text = 'Open Bob’s\u00a0 board, Bob&#39;s board and Bob’s\nboard';
    const terms = [...text.matchAll(/Bob\S+\s+board/g)].map(
      (m): MessageTerm => ({
        ...{ start: m.index, end: m.index + m[0].length, id: 'x', source: m[0] },
        ...{ target: 'Brett', doNotTranslate: false },
      }),
    );
    const { leaves, assemble } = analyzeMessage(text, options({ terms }));
    const tokens = leaves.flatMap((leaf) => leaf.tokens);
    const spelled = tokens.flatMap((token) => (token.type === 'term' ? [token.text] : []));
    expect(spelled).toEqual(["Bob's board", "Bob's board"]);
    expect(assemble(leaves.map((leaf) => leaf.tokens))).toBe('Open Brett, Brett and Bob’s\nboard');
  });

  it('a hit in an address, a tag or a placeholder does not count', () => {
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

it('hostile ICU is answered quickly and without a throw', () => {
  const deep = (n: number) => `${'{a, select, other {'.repeat(n)}x${'}}'.repeat(n)}`;
  const texts = [
    ...[
      '{'.repeat(100_000),
      "'{".repeat(50_000),
      '{a,plural,'.repeat(10_000),
      deep(20_000),
      deep(39),
      deep(300),
    ],
    Array.from({ length: 5000 }, (_, at) => `{a${at}, plural, one {x} other {y}}`).join(' '),
    `{n, plural, other {${'# {x} '.repeat(10_000)}}}`,
    '{n, plural, '.repeat(12) + 'other {x}}'.repeat(12),
    Array.from({ length: 30 }, (_, at) => `{a${at}, plural, one {x} other {`).join('') +
      '}}'.repeat(30),
  ];
  for (const text of texts) {
    for (const format of ['icu', 'auto'] as const) {
      const { leaves, assemble } = analyzeMessage(text, options({ format, targetLocale: 'ar' }));
      assemble(leaves.map((leaf): readonly Token[] => [textToken('x'), ...leaf.tokens]));
    }
  }
});
