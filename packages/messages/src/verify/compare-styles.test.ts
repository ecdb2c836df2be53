import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import type { MessageFormat } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';
import { verifyWithFixes } from './verify-with-fixes.ts';

const verify = (source: string, target: string, format: MessageFormat = 'icu') =>
  verifyMessage(source, target, { format, sourceLocale: 'en', targetLocale: 'de' }).map(
    ({ code }) => code,
  );

describe('the style of an ICU argument', () => {
  it.each([
    ['{p, number, ::currency/EUR}', '{p, number, ::currency/USD}'],
    ['{p, number, ::currency/EUR}', '{p, number, ::currency/Euro}'],
    ['{p, number, ::currency/EUR}', '{p}'],
    ['{p, number, percent}', '{p, number}'],
    ['{p, number, percent}', '{p, number, ::percent scale/100}'],
    ['{p, number, ::unit/meter}', '{p, number, ::unit/foot}'],
    ['{p}', '{p, number, percent}'],
    ['{p, number, percent} of {p, number}', '{p, number} von {p, number}'],
    ['{d, date, short}', '{d, date, ::bogusXX}'],
    ['{d, date, ::yMMMd}', '{d, date, ::YYYY}'],
    ['{d, date, short}', '{d, date, ::dd.MM.w}'],
  ])('causes an error if it shows another value than the source: %s as %s', (source, target) => {
    for (const format of ['icu', 'flutter', 'auto'] as const) {
      // Without a type, `auto` cannot recognize the source as an ICU message.
      if (format === 'auto' && source === '{p}') continue;
      expect(verify(source, target, format)).toEqual(['argument_style']);
    }
  });

  it.each([
    ['{p, number, ::currency/EUR}', '{p, number, ::currency/EUR unit-width-narrow}'],
    ['{p, number, percent}', '{p, number, ::percent}'],
    ['{p, number}', '{p}'],
    ['{d, date, short}', '{d, date, long}'],
    ['{d, date, ::MMMd}', '{d, date, ::dMMMM}'],
    ['{d, date, ::yMMMd}', '{d, date, medium}'],
    ['{d, time, ::jmm}', '{d, time, ::Hmm}'],
    ['{d, date, MM/dd/yyyy}', '{d, date, dd.MM.yyyy}'],
    ['{d, date, myStyle}', '{d, date, myStyle}'],
    ['{d, date, ::QQQ}', '{d, date, ::QQQQ}'],
  ])('may have another spelling or length than the source: %s as %s', (source, target) => {
    for (const format of ['icu', 'flutter', 'auto'] as const) {
      expect(verify(source, target, format)).toEqual([]);
    }
  });

  it.each([
    ['{n, number, ::.00}', '{n, number, ::.0}', 'argument_pattern'],
    ['{n, number, integer}', '{n, number}', 'argument_pattern'],
    ['{n, number, ::compact-short}', '{n, number}', 'argument_pattern'],
    ['{d, time, short}', '{d, time, kurz}', 'unknown_style'],
    ['{d, date, ::yMMMd}', '{d, date, ::TTMMJJJJ}', 'unknown_style'],
    ['{n, number}', '{n, number, geld}', 'unknown_style'],
  ])('causes a warning if the digits or the style differ: %s as %s', (source, target, code) => {
    expect(verify(source, target)).toEqual([code]);
  });

  it.each([
    ['Pay {p, number, ::currency/EUR}', '{p, number, ::currency/USD} zahlen'],
    ['Pay {p, number, ::currency/EUR}', '{p} zahlen'],
    ['At {p, number, ::currency/EUR}', 'Um {p, date, ::YYYY}'],
    ['At {t, time, short}', 'Um {t, time, kurz}'],
  ])('has a fix with the style of the source: %s as %s', (source, target) => {
    const options = { format: 'icu', sourceLocale: 'en', targetLocale: 'de' } as const;
    const style = /\{.*\}/.exec(source)![0];
    const [found] = verifyWithFixes(source, target, options);
    expect(found!.fix?.text).toBe(target.replace(/\{.*\}/, style));
  });

  it('must show the same value as the source within each form', () => {
    const days = '{n, plural, one {# day} other {# days}}';
    expect(verify(days, '{n, plural, one {{n} Tag} other {{n, number} Tage}}')).toEqual([]);
    const plural = (one: string, other: string) => `{n, plural, one {${one}} other {${other}}}`;
    const [eur, usd] = ['{p, number, ::currency/EUR}', '{p, number, ::currency/USD}'];
    const source = plural(`${eur} a`, `${usd} b`);
    expect(verify(source, plural(`${eur} a`, `${usd} b`))).toEqual([]);
    expect(verify(source, plural(`${usd} a`, `${usd} b`))).toEqual([]);
    expect(verify(source, plural(`${eur} a`, `${eur} b`))).toEqual(['argument_style']);
    expect(
      verify(plural('{n, number, percent}', '{n, number, percent}'), plural('#', '#')),
    ).toEqual(['argument_style']);
  });

  it('causes an error if FormatJS shows another value, and causes no finding if it shows the same value', () => {
    const styles = [
      '',
      'percent',
      'integer',
      '::percent',
      '::currency/EUR',
      '::currency/USD',
      '::.00',
      '::.0#',
      '::currency/EUR .0',
      '::scale/100',
      '::unit/meter',
      '::unit/meter unit-width-full-name',
      '::compact-short',
      '::000',
      '::%x100',
      '::percent scale/100',
      '::,_',
      '::sign-always',
    ];
    const show = (style: string): string =>
      [0, 0.5, 1, 1234.567]
        .map((n) => new IntlMessageFormat(argument(style), 'en').format({ n }))
        .join(' ');
    const argument = (style: string): string => `{n, number${style && `, ${style}`}}`;
    const number = (text: string): string => text.replace(/[^\p{Nd}.% ]/gu, '');
    fc.assert(
      fc.property(fc.constantFrom(...styles), fc.constantFrom(...styles), (before, after) => {
        const codes = verify(argument(before), argument(after));
        const isLocal = /sign|,_|full-name/.test(before + after);
        if (show(before) === show(after)) expect(codes).toEqual([]);
        else if (!isLocal) expect(codes).toHaveLength(1);
        if (codes.length > 0) expect(show(before)).not.toBe(show(after));
        expect(number(show(before)) === number(show(after)) || codes.length > 0 || isLocal).toBe(
          true,
        );
      }),
      { numRuns: testRuns(200) },
    );
  });
});

describe('a pattern of the target language', () => {
  it.each([
    ['java', '{0,date,MM/dd/yyyy}', '{0,date,dd.MM.yyyy}'],
    ['java', '{0,time,h:mm a}', "{0,time,H 'Uhr' mm}"],
    ['java', '{0,number,#,##0.00}', '{0,number,##0.00}'],
    ['java', '{0,number,#,##0.00}', "{0,number,#,##0.00 'kn'}"],
    ['java', '{0, date, short}', '{0,date,LONG}'],
    ['dotnet', '{0:MM/dd/yyyy}', '{0:dd.MM.yyyy}'],
    ['dotnet', '{0:d}', '{0:dd.MM.yyyy}'],
    ['dotnet', '{0,-10:N2}', '{0 , -12:F2}'],
    ['dotnet', '{0:0.00}', '{0:#,0.00}'],
  ] as const)('causes no finding in %s: %s as %s', (format, source, target) => {
    expect(verify(`On ${source}`, `Am ${target}`, format)).toEqual([]);
  });

  it.each([
    ['java', '{0,number,#.##}', '{0,number,0.0}', 'argument_pattern'],
    ['java', '{0,number}', '{0,number,integer}', 'argument_pattern'],
    ['dotnet', '{0:N2}', '{0:N0}', 'argument_pattern'],
    ['dotnet', '{0:N2}', '{0}', 'argument_pattern'],
    ['java', '{0,number,0%}', '{0,number,0}', 'argument_style'],
    ['java', '{0,date,short}', '{0,date,kurz}', 'argument_style'],
    ['java', '{0,date,MM/dd}', "{0,date,d 'de MMMM}", 'argument_style'],
    ['dotnet', '{0:C2}', '{0:N2}', 'argument_style'],
    ['dotnet', '{0:N2}', '{0:dd.MM.yyyy}', 'argument_style'],
    ['dotnet', '{0:dd.MM.yyyy}', '{0:q}', 'argument_style'],
  ] as const)('causes a finding in %s: %s as %s', (format, source, target, code) => {
    expect(verify(`On ${source}`, `Am ${target}`, format)).toEqual([code]);
  });

  it.each([
    ['java', '{0,date}', '{1,date}'],
    ['java', '{0,date,MM/dd}', '{0,time,MM/dd}'],
    ['java', '{0,number,0}', '{0}'],
    ['dotnet', '{0:N2}', '{1:N2}'],
  ] as const)(
    'must have the argument and the type of the source in %s: %s as %s',
    (format, source, target) => {
      expect(verify(source, target, format)).toEqual([
        'placeholder_missing',
        'placeholder_unknown',
      ]);
    },
  );
});

it('hostile styles are compared within the time limit of a test', () => {
  for (const unit of [',', '#', "'", '.', '\\', '%']) {
    const style = unit.repeat(50_000);
    verify(`{n, number, ${style}}`, `{n, number, ${style}0}`);
    verify('{0:N2}', `{0:${style}}`, 'dotnet');
  }
  const many = (of: (at: number) => string) =>
    Array.from({ length: 5_000 }, (_, index) => of(index)).join('');
  verify(
    many((at) => `{n, number, ::.${'0'.repeat(at % 9)}}`),
    many((at) => `{n, number, a${at}}`),
  );
});
