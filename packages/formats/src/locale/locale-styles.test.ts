import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { LOCALE_STYLES, readLocale, spellLocale } from './locale-styles.ts';

describe('the locale style', () => {
  it.each([
    ['android', 'de', 'de'],
    ['android', 'pt-BR', 'pt-rBR'],
    ['android', 'sr-Latn', 'b+sr+Latn'],
    ['android', 'es-419', 'b+es+419'],
    ['android', 'zh-Hans-CN', 'b+zh+Hans+CN'],
    ['android', 'he', 'iw'],
    ['android', 'id-ID', 'in-rID'],
    ['android', 'yi', 'ji'],
    ['android', 'fil', 'fil'],
    ['android', 'car', 'b+car'],
    ['apple', 'zh-Hans', 'zh-Hans'],
    ['apple', 'es-419', 'es-419'],
    ['java', 'pt-BR', 'pt_BR'],
    ['java', 'zh-Hans-CN', 'zh_Hans_CN'],
    ['java', 'he', 'he'],
    ['chrome', 'es-419', 'es_419'],
    ['chrome', 'pt-BR', 'pt_BR'],
    ['posix', 'pt-BR', 'pt_BR'],
    ['posix', 'sr-Latn', 'sr@latin'],
    ['posix', 'sr-Latn-RS', 'sr_RS@latin'],
    ['posix', 'ca-valencia', 'ca@valencia'],
    ['posix', 'zh-Hant-TW', 'zh_Hant_TW'],
    ['bcp47', 'de-CH-1996', 'de-CH-1996'],
  ] as const)('%s spells %s as %s and reads it back', (style, tag, spelling) => {
    expect(spellLocale(tag, style)).toBe(spelling);
    expect(readLocale(spelling, style)).toBe(tag);
  });

  it.each([
    ['android', 'he', 'he'],
    ['android', 'b+de', 'de'],
    ['android', 'b+iw', null],
    ['android', 'azb', 'azb'],
    ['android', 'b+isv+Latn', 'isv-Latn'],
    ['apple', 'azb', 'azb'],
    ['bcp47', 'azb', null],
    ['posix', 'sr_Latn', 'sr-Latn'],
    ['java', 'iw', 'he'],
    ['java', 'zh_CN_#Hans', 'zh-Hans-CN'],
    ['java', 'sr__#Latn', 'sr-Latn'],
  ] as const)('%s reads %s as %s', (style, spelling, tag) => {
    expect(readLocale(spelling, style)).toBe(tag);
  });

  it.each([
    ...[
      'night',
      'v21',
      'sw600dp',
      'land',
      'car',
      'ldrtl',
      'de-night',
      'mcc310-de',
      'de-rde',
      'und',
    ].map((name) => ['android', name] as const),
    ...['DE', 'app', 'package', 'de_DE', '', 'not a tag'].map((name) => ['bcp47', name] as const),
    ['posix', 'de-DE'] as const,
    ['chrome', 'de-DE'] as const,
    ['java', 'de_#'] as const,
  ])('%s reads no locale from %j', (style, name) => {
    expect(readLocale(name, style)).toBeNull();
  });

  it.each([
    ['bcp47', 'zh-cn', 'zh-CN'],
    ['bcp47', 'en-us', 'en-US'],
    ['bcp47', 'nb-no', 'nb-NO'],
    ['posix', 'pt_br', 'pt-BR'],
    ['bcp47', 'sr-latn-rs', 'sr-Latn-RS'],
    ['bcp47', 'to-do', null],
    ['bcp47', 'no-op', null],
    ['bcp47', 'sign-in', null],
    ['java', 'pt_br', null],
  ] as const)('%s reads %j as %j, in any case that its tools accept', (style, name, tag) => {
    expect(readLocale(name, style)).toBe(tag);
  });

  it('reads back every tag that it writes', () => {
    const tag = fc
      .tuple(
        fc.constantFrom('de', 'he', 'id', 'yi', 'fil', 'sr', 'zh', 'ar', 'car'),
        fc.constantFrom('', '-Latn', '-Cyrl', '-Hant', '-Arab', '-Deva'),
        fc.constantFrom('', '-BR', '-419', '-IL'),
        fc.constantFrom('', '-valencia', '-rozaj-biske'),
      )
      .map((parts) => Intl.getCanonicalLocales(parts.join(''))[0]!);
    fc.assert(
      fc.property(tag, fc.constantFrom(...LOCALE_STYLES), (locale, style) => {
        expect(readLocale(spellLocale(locale, style), style)).toBe(locale);
      }),
      { numRuns: testRuns(1000) },
    );
  });

  it('reads only tags that it can write and read back', () => {
    const piece = fc.constantFrom(
      'de',
      'iw',
      '-r',
      'BR',
      '_',
      '@',
      '#',
      'latin',
      'b+',
      '+',
      '-',
      'x',
      '.',
      '419',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
        fc.constantFrom(...LOCALE_STYLES),
        (text, style) => {
          const locale = readLocale(text, style);
          if (locale !== null) expect(readLocale(spellLocale(locale, style), style)).toBe(locale);
        },
      ),
    );
  });
});
