import { describe, expect, it } from 'vitest';
import type { MessageTerm } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';
import type { VerifyOptions } from './verify-options.ts';

const codes = (source: string, target: string, over: Partial<VerifyOptions> = {}): string[] =>
  verifyMessage(source, target, {
    format: 'auto',
    sourceLocale: 'en',
    targetLocale: 'es',
    ...over,
  }).map(({ code }) => code);

describe('verifyMessage with a correct translation', () => {
  it.each([
    ['Hello {name}!', 'Hola {name}!'],
    ['{{ count }} of {{total}}', '{{total}} / {{count}}'],
    ['%s uploaded %d files', '%2$d archivos subidos por %1$s'],
    ['%1$s of %2$s', '%2$s / %1$s'],
    ['<b>Save</b> or <i>leave</i>', '<i>Salir</i> o <b>guardar</b>'],
    ['Terms &amp; Conditions', 'T&eacute;rminos &amp; condiciones'],
    ['See https://a.io/{id}', 'Véase https://a.io/{id}'],
    ['%d items', '%dlerden', { targetLocale: 'tr' }],
    ['Save', 'Save'],
    ['Really?', 'お願いします？', { targetLocale: 'ja' }],
    ['Done.', 'เสร็จแล้ว', { targetLocale: 'th' }],
    ['Done.', '完成。', { targetLocale: 'zh' }],
    ['Why?', 'Γιατί;', { targetLocale: 'el' }],
    ['{{count}} item', 'un artículo', { pluralCategory: 'one' }],
    ['', ''],
    ['{n}% of {total}', '{total} içinde %{n}', { targetLocale: 'tr' }],
    ['The :attribute is wrong', ':Attribute ist falsch'],
    ['The price', 'Le prix :voir', { targetLocale: 'fr' }],
    ['Hello :name', 'こんにちは、:nameさん', { targetLocale: 'ja' }],
    ['Hello :name', 'ようこそ:nameさん', { targetLocale: 'ja' }],
    ['The format', '格式:json', { targetLocale: 'zh' }],
    ['$t(a, {"count": 1}) left', 'noch $t(a, { "count": 1 })'],
    ['{0,choice,0#none|1<{0} files}', '{0,choice,0#keine|1<{0} Dateien}'],
    ['[Docs](/a) or [terms]({url})', '[AGB]({url}) oder [Doku](/a)'],
    ['apple | apples', 'jabłko | jabłka | jabłek', { targetLocale: 'pl' }],
    ['an item', '{{count}} элемент', { targetLocale: 'ru', pluralCategory: 'one' }],
    ['Are you sure?', 'Վստա՞հ եք։', { targetLocale: 'hy' }],
    ['byte 0%c of %c', 'byte 0%c de %c'],
    ["User `%s' of `%d'", 'Usuario «%s» de «%d»'],
    ['Run `npm i {x}`', 'Ejecute npm i {x}'],
    ['copy <file> to <dir>', 'copie <archivo> en <carpeta>'],
    ['100%% of it', '100%% de lo %%'],
    ['Are you sure?', 'แน่ใจหรือไม่', { targetLocale: 'th' }],
  ] as [string, string, Partial<VerifyOptions>?][])(
    'finds nothing in %s -> %s',
    (source, target, over) => {
      expect(codes(source, target, over)).toEqual([]);
    },
  );
});

describe('verifyMessage with a faulty translation', () => {
  const terms: MessageTerm[] = [
    { start: 0, end: 4, id: 't', source: 'Acme', doNotTranslate: true },
    { start: 5, end: 10, id: 'u', source: 'draft', target: 'borrador', doNotTranslate: false },
  ];
  it.each([
    ['Hi {name}', 'Hola', ['placeholder_missing']],
    ['Hi {name}', 'Hola {nombre}', ['placeholder_missing', 'placeholder_unknown']],
    ['Hi {name}', 'Hola {name} {name}', ['placeholder_duplicated']],
    ['Hi %s', 'Hola % s', ['placeholder_missing']],
    ['%s has %d', '%d tiene %s', ['placeholder_order']],
    ['see $t(a.b)', 'ver $t(a.c)', ['placeholder_missing', 'placeholder_unknown']],
    ['<a href="{url}">x</a>', '<a href="">x</a>', ['placeholder_missing', 'url_changed']],
    ['<b>x</b>', 'x', ['tag_missing']],
    ['x', '<b>x</b>', ['tag_extra']],
    ['<b>x</b>', '<b>x', ['tag_unbalanced']],
    ['<b>x</b>', 'x</b>', ['tag_unbalanced']],
    ['<b>x <i>y</i></b>', '<b>x</b> <i>y</i>', ['tag_unbalanced']],
    ['<0>x</0> y', '<0>x <0> y', ['tag_unbalanced']],
    ['a<br/>b', 'a b', ['tag_missing']],
    ['Hello', ' ', ['empty']],
    ['Hello', 'Hola a todos', ['too_long'], { maxLength: 5 }],
    ['Hello', 'Hola <x id="0"/>', ['tag_extra', 'leaked_marker']],
    ['Hello', 'Hola [<x0>]', ['tag_unbalanced', 'leaked_marker']],
    ['Hello', 'Hola Xqaz', ['leaked_marker']],
    ['Hello ', 'Hola', ['edge_whitespace']],
    ['Hello', 'Hola.', ['end_punctuation']],
    ['Wait…', 'Espere.', ['end_punctuation']],
    ['Acme draft', 'Ácme proyecto', ['glossary_term', 'glossary_term'], { terms }],
    ['This is the same text', 'This is the same text', ['identical_to_source']],
    ['“Save” all of it…', '“Save” all of it…', ['identical_to_source']],
    ['a\nb', 'a b', ['line_breaks']],
    ['at https://a.io/x now', 'en https://a.io/y ya', ['url_changed', 'url_changed']],
    ['Terms &amp; more', 'Términos & más', ['entity_changed']],
    ['a &custom; b', 'a b', ['entity_changed']],
    ['{n, plural, one {# day} other {# days}}', '{n, plural, one {# día', ['icu_invalid']],
    [
      '{n, plural, one {# day} other {# days}}',
      '# días',
      ['plural_missing', 'placeholder_missing'],
    ],
    [
      '{n, plural, one {# d} other {# d}}',
      '{m, plural, one {# d} many {# d} other {# d}}',
      ['plural_missing', 'icu_structure'],
    ],
    [
      '{n, plural, one {# d} other {# d}}',
      '{n, plural, one {# d} other {# d}}',
      ['plural_category_missing'],
    ],
    [
      '{n, plural, one {# d} other {# d}}',
      '{n, plural, one {# d} few {# d} many {# d} other {# d}}',
      ['plural_category_extra'],
    ],
    [
      '{n, plural, =0 {no} one {# d} other {# d}}',
      '{n, plural, one {# d} many {# d} other {# d}}',
      ['icu_structure'],
    ],
    [
      '{n, plural, one {# d} other {# d}}',
      '{n, plural, one {# d} many {# d} other {d}}',
      ['placeholder_missing'],
    ],
    [
      '{g, select, male {he} other {they}}',
      '{g, select, hombre {él} other {ellos}}',
      ['icu_structure', 'icu_structure'],
    ],
    ['{n}% of it', '%{m} de ello', ['placeholder_missing', 'placeholder_unknown']],
    ['Run `npm i {x}`', 'Ejecute `npm i {y}`', ['placeholder_missing', 'placeholder_unknown']],
    ['<Link>x</Link> of <file>', '<Link>x de <archivo>', ['tag_unbalanced']],
    ['copy it', 'copie <archivo>', ['tag_unbalanced']],
    ['copy <b>', 'copie <i>', ['tag_unbalanced', 'tag_missing']],
    ['Hi :name', 'Hola :nombre', ['placeholder_missing']],
    ['an item', '{{count}} cosas', ['placeholder_unknown']],
    ['Hi %name%', 'Hola %nombre%', ['placeholder_missing', 'placeholder_unknown']],
    ['see [docs](/a)', 'ver [docs] (/a)', ['tag_missing', 'url_changed']],
    ['see [docs](/a)', 'ver [docs](/b)', ['url_changed', 'url_changed']],
    [
      'see [docs](/{a})',
      'ver [docs](/{b})',
      ['placeholder_missing', 'placeholder_unknown', 'url_changed', 'url_changed'],
    ],
    ['one\\ntwo', 'uno dos', ['line_breaks']],
    ['<![CDATA[Hi]]>', '<! [CDATA[Hola]]>', ['tag_missing']],
    ['{d, date, short} x', '{d, time, short} x', ['placeholder_missing', 'placeholder_unknown']],
    ["It's {d, date}", "l'{d, date}", ['placeholder_missing']],
  ] as [string, string, string[], Partial<VerifyOptions>?][])(
    'finds the faults of %s -> %s',
    (source, target, expected, over) => {
      expect(codes(source, target, over)).toEqual(expected);
    },
  );
});

describe('verifyMessage with ICU', () => {
  const cart = 'You have {n, plural, =0 {no items} one {an item} other {# items}} in <b>{cart}</b>';
  it.each([
    [
      cart,
      '{n, plural, =0 {En <b>{cart}</b> no hay nada} one {En <b>{cart}</b> hay una cosa} many {En <b>{cart}</b> hay # de cosas} other {En <b>{cart}</b> hay # cosas}}',
      'es',
    ],
    [
      cart,
      '<b>{cart}</b>: {n, plural, =0 {пусто} one {# товар} few {# товара} many {# товаров} other {# товара}}',
      'ru',
    ],
    [cart, '<b>{cart}</b>に{n, plural, =0 {なし} other {{n}個}}', 'ja'],
    ['Hi {name}', 'Hola {name}', 'es'],
    ['On {d, date, ::yMMMd}', 'El {d, date, ::dMMMMy}', 'es'],
  ])('finds nothing in %s -> %s', (source, target, targetLocale) => {
    expect(codes(source, target, { format: 'icu', targetLocale })).toEqual([]);
  });

  it('does not require every option in each of several selectors on one argument', () => {
    const source =
      '{n, plural, =0 {No} one {#} other {#}} {n, plural, one {day} other {days}} {g, select, male {he} female {she} other {they}} {g, select, male {m} other {o}}';
    const target =
      '{n, plural, =0 {Kein} one {#} other {#}} {n, plural, one {Tag} other {Tage}} {g, select, male {er} female {sie} other {sie}} {g, select, male {m} other {o}}';
    const options = { format: 'icu', targetLocale: 'de' } as const;
    expect(codes(source, target, options)).toEqual([]);
    expect(codes(source, target.replace('=0 {Kein} ', ''), options)).toEqual(['icu_structure']);
    expect(codes(source, target.replace(' female {sie}', ''), options)).toEqual(['icu_structure']);
  });

  it('requires the number in a category even if the form for an exact number omits the number', () => {
    const source = '{n, plural, =2 {a pair} one {# item} other {# items}}';
    const target = '{n, plural, =2 {ein Paar} one {# Ding} other {ein Paar}}';
    expect(codes(source, target, { format: 'icu', targetLocale: 'de' })).toEqual([
      'placeholder_missing',
    ]);
  });

  it.each([
    ['{n, plural, =1 {a day} other {# days}}', '{n, plural, =1 {ein Tag} other {# Tage}}', 'de'],
    [
      '{n, plural, =1 {# day} other {# days}}',
      '{n, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}}',
      'pl',
    ],
    ['{n, plural, =1 {a day} other {# days}}', '{n, plural, other {#日}}', 'ja'],
    [
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, =0 {heute} one {# Tag} other {# Tage}}',
      'de',
    ],
  ])(
    'accepts an exact number and the category of the same number as equal: %s -> %s',
    (...texts) => {
      const [source, target, targetLocale] = texts;
      expect(codes(source, target, { format: 'icu', targetLocale })).toEqual([]);
    },
  );

  it('requires an exact number that no category covers', () => {
    const source = '{n, plural, offset:1 =1 {you} one {you and #} other {you and #}}';
    const target = '{n, plural, offset:1 one {du und #} other {du und #}}';
    const options = { format: 'icu', targetLocale: 'de' } as const;
    expect(codes(source, target, options)).toEqual(['icu_structure']);
    const french = '{n, plural, =1 {un jour} many {# de jours} other {# jours}}';
    expect(codes('{n, plural, =1 {a day} other {# days}}', french, { targetLocale: 'fr' })).toEqual(
      ['plural_category_missing'],
    );
  });

  it('finds a broken form inside an otherwise correct message', () => {
    const target =
      '{n, plural, =0 {nada en <b>{cart}</b>} one {uno en <b>{cart}} many {# en <b>{cart}</b>} other {# en {cart}}}';
    expect(codes(cart, target, { format: 'icu' })).toEqual(['tag_unbalanced', 'tag_missing']);
  });

  it('compares hostile pairs within the time limit of a test', () => {
    const wide = Array.from(
      { length: 3000 },
      (_, index) => `{a${index}, plural, one {x} many {x} other {y}}`,
    ).join(' ');
    const long = `{n, plural, one {${'# {x} '.repeat(5000)}} many {z} other {${'{y} '.repeat(5000)}}}`;
    const tags = '<b>'.repeat(20_000);
    for (const text of [wide, long, tags, '{x} '.repeat(20_000)]) {
      verifyMessage(text, `${text}!`, { format: 'icu', sourceLocale: 'es', targetLocale: 'es' });
      verifyMessage(text, `${text}!`, { format: 'auto', sourceLocale: 'es', targetLocale: 'es' });
    }
    const run = '{x}'.repeat(100_000);
    verifyMessage(run, run, { format: 'auto', sourceLocale: 'en', targetLocale: 'es' });
  });
});
