import { describe, expect, it } from 'vitest';
import { pluralCategories } from '../plural/plural.ts';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import { readIcu } from '../syntax/icu.ts';
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

describe('the analysis of an ICU message', () => {
  const cart = 'You have {n, plural, =0 {no items} one {# item} other {# items}} in <b>{cart}</b>';

  it('turns plural branches into whole sentences, with a number for each category of the target', () => {
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
    'uses a form without the number only for a category with one number: %s',
    (targetLocale, expected) => {
      const text = 'You have {n, plural, one {an item} other {# items}}';
      expect(translate(text, (body) => body, { targetLocale })).toBe(expected);
    },
  );

  it('uses each form for its own category if no form or every form shows the number', () => {
    for (const text of [
      '{n, plural, one {an item} other {items}}',
      '{n, plural, one {{n}: an item} other {{n}: items}}',
    ]) {
      expect(translate(text, (body) => body, { targetLocale: 'hi' })).toBe(text);
    }
    const outside = '{n}: {n, plural, one {an item} other {items}}';
    expect(translate(outside, (body) => body, { targetLocale: 'hi' })).toBe(outside);
  });

  it('removes categories that the target lacks', () => {
    expect(
      translate('{n, plural, one {# day} other {# days}}', upper, { targetLocale: 'ja' }),
    ).toBe('{n, plural, other {# DAYS}}');
  });

  it('returns the tokens for a retry, with a placeholder in place of the number', () => {
    const { leaves } = analyzeMessage(cart, options({ targetLocale: 'ja' }));
    expect(
      leaves.map((leaf) => leaf.placeholderTokens && renderSegment(leaf.placeholderTokens, 'xml')),
    ).toEqual([null, 'You have <x id="0"/> items in <g id="1"><x id="2"/></g>']);
    expect(leaves[1]!.options).toEqual([
      { argument: 'n', kind: 'cardinal', option: 'other', sample: 2 },
    ]);
  });

  it('does not use a number as a sample if the sentence already contains it', () => {
    const { leaves } = analyzeMessage(
      '{n, plural, other {# of 2 files}}',
      options({ targetLocale: 'ja' }),
    );
    expect(leaves[0]!.placeholderTokens).toBeNull();
  });

  it('shows the argument inside a branch as a number', () => {
    expect(
      shown('{count, plural, one {{count} cat} other {{count} cats}}', { targetLocale: 'ru' }),
    ).toEqual(['21 cats', '2 cats', '5 cats', '1.5 cats']);
  });

  it('keeps the offset, exact numbers and ordinals', () => {
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

  it('uses a text for an exact number only for that number', () => {
    const text = '{n, plural, =1 {one} =2 {a pair} other {# items}}';
    expect(translate(text, upper, { targetLocale: 'es' })).toBe(
      '{n, plural, =1 {ONE} =2 {A PAIR} one {# ITEMS} many {# ITEMS} other {# ITEMS}}',
    );
    const place = '{n, selectordinal, =1 {first} =2 {second} one {#st} two {#nd} other {#th}}';
    expect(translate(place, upper, { targetLocale: 'es' })).toBe(
      '{n, selectordinal, =1 {FIRST} =2 {SECOND} other {#TH}}',
    );
  });

  it('moves nested selects outside and plurals inside, so that # remains the number', () => {
    const text =
      '{n, plural, one {# {g, select, male {boy} other {child}}} other {# {g, select, male {boys} other {children}}}}';
    const out = translate(text, upper, { targetLocale: 'de' });
    expect(out).toBe(
      '{g, select, male {{n, plural, one {# BOY} other {# BOYS}}} other {{n, plural, one {# CHILD} other {# CHILDREN}}}}',
    );
  });

  it('replaces a # that moves into another plural with its argument', () => {
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

  it('merges two selectors on one argument', () => {
    const text =
      'There {n, plural, one {is} other {are}} {n, plural, =0 {no files} one {# file} other {# files}}';
    expect(translate(text, (body) => body, { targetLocale: 'en' })).toBe(text);
    expect(translate(text, upper, { targetLocale: 'en' })).toBe(
      '{n, plural, =0 {THERE ARE NO FILES} one {THERE IS # FILE} other {THERE ARE # FILES}}',
    );
  });

  it('quotes moved words for their new position', () => {
    const text = "Issue #1 '{'x'}' don't {n, plural, one {'#' is # day} other {'#' is # days}} }";
    const out = translate(text, (body) => body.replace('day', 'Tag'), { targetLocale: 'ja' });
    expect(out).toBe("{n, plural, other {Issue '#'1 '{'x'}' don't '#' is # Tags '}'}}");
    expect(readIcu(out, 'icu')).not.toBeInstanceOf(Error);
  });

  it('escapes apostrophes of the translation', () => {
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

  it('reports invalid ICU, and still returns the words for engines', () => {
    const { findings, leaves } = analyzeMessage('Hello {name', options({ format: 'icu' }));
    expect(findings.map(({ code }) => code)).toEqual(['icu_invalid']);
    expect(leaves).toHaveLength(1);
    expect(analyzeMessage('Hello {name', options()).findings).toMatchObject([
      { code: 'unknown_syntax', value: '{name' },
    ]);
  });

  it('does not expand messages with an extreme number of forms', () => {
    const text = Array.from(
      { length: 6 },
      (_, index) => `{a${index}, plural, one {# cat} other {# cats}}`,
    ).join(', ');
    const out = translate(text, upper, { targetLocale: 'ar' });
    expect(out.match(/few/g)).toHaveLength(6);
    expect(readIcu(out, 'icu')).not.toBeInstanceOf(Error);
    expect(out).toContain(
      '{a0, plural, zero {# CATS} one {# CAT} two {# CATS} few {# CATS} many {# CATS} other {# CATS}}, ',
    );
  });

  it('creates exactly the plural categories of the target language', () => {
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
