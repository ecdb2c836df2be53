import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageFormat } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';

const codes = (source: string, target: string, targetLocale: string, format: MessageFormat) =>
  verifyMessage(source, target, { format, sourceLocale: 'en', targetLocale }).map(
    ({ code }) => code,
  );

/** Percentages with suffixes of different languages. */
const SUFFIXED = [
  ['hu', 'A tagok 95%-a'],
  ['hu', 'Egy 95%-os jegy'],
  ['de', 'Ein 95%-iger Rabatt'],
  ['de', 'eine 95%ige Lösung'],
  ['pl', 'zniżka 95%-owa'],
  ['sv', '95%-ig rabatt'],
  ['et', '95%-line soodustus'],
  ['lt', '95%-iai sumai'],
  ['eo', '95%-a rabato'],
  ['fi', '95%:n alennus'],
  ['eu', '%95eko deskontua'],
  ['tr', "%95'e varan indirim"],
] as const;

describe('a percent sign with a suffix of the language', () => {
  it.each(SUFFIXED)('does not count as a placeholder in %s: %s', (locale, text) => {
    for (const format of ['auto', 'printf'] as const) {
      expect(codes('A 95% discount', text, locale, format)).toEqual([]);
      expect(codes('%s: a 95% discount', `%s: ${text}`, locale, format)).toEqual([]);
    }
  });

  it('remains a placeholder if the source has the same specifier with a minus sign', () => {
    expect(codes('%-5d of %5d', '%-5d', 'hu', 'printf')).toEqual(['placeholder_missing']);
    expect(codes('%-s left', 'noch', 'de', 'printf')).toEqual(['placeholder_missing']);
    expect(codes('5%-s left', 'noch 5%-s', 'de', 'printf')).toEqual([]);
  });

  it('does not hide a placeholder that the source lacks', () => {
    for (const target of ['Rabatt %-5d', 'Rabatt %s', 'Rabatt %5d', '10 %d Rabatt']) {
      expect(codes('A 95% discount', target, 'de', 'printf')).toContain('placeholder_unknown');
    }
    fc.assert(
      fc.property(fc.constantFrom('%s', '%d', '%1$s', '%@', '%5.2f', '%-5d'), (spec) => {
        expect(codes('Done', `Fertig ${spec}`, 'de', 'printf')).toEqual(
          expect.arrayContaining(['placeholder_unknown']),
        );
        expect(codes(`Done ${spec}`, 'Fertig', 'de', 'printf')).toEqual(
          expect.arrayContaining(['placeholder_missing']),
        );
      }),
    );
  });
});

describe('a padded argument', () => {
  it('counts as a placeholder in a format with padding, and counts as prose elsewhere', () => {
    expect(codes('Your question % s', 'Jouw vraag', 'nl', 'printf')).toEqual([
      'placeholder_missing',
    ]);
    expect(codes('Your question % s', 'Jouw vraag %s', 'nl', 'printf')).toEqual([]);
    expect(codes('100 % sure', '100 % zeker', 'nl', 'printf')).toEqual([]);
    expect(codes('50 % s', 'de helft', 'nl', 'printf')).toEqual([]);
    expect(codes('The rest', 'Le % s', 'fr', 'printf')).toEqual([]);
  });
});

describe('a form whose source form has no number', () => {
  const one = (target: string, targetLocale: string, source = 'One file') =>
    verifyMessage(source, target, {
      format: 'printf',
      sourceLocale: 'en',
      targetLocale,
      pluralCategory: 'one',
      otherSource: '%d files',
    }).map(({ code }) => code);

  it.each([
    ['ru', 'Один файл'],
    ['uk', 'Один файл'],
    ['hr', 'Jedna datoteka'],
    ['lt', 'Vienas failas'],
    ['hi', 'एक फ़ाइल'],
    ['fr', 'Un fichier'],
  ])('needs the number in %s, whose category has more numbers than 1', (locale, text) => {
    expect(one(text, locale)).toEqual(['placeholder_missing']);
    expect(one(`%d ${text}`, locale)).toEqual([]);
  });

  it.each([
    ['de', 'Eine Datei'],
    ['pl', 'Jeden plik'],
    ['cs', 'Jeden soubor'],
    ['es', 'Un archivo'],
  ])('does not need the number in %s', (locale, text) => {
    expect(one(text, locale)).toEqual([]);
  });
});

describe('inline codes of XLIFF', () => {
  const source =
    'Hi <x id="NAME" equiv-text="{{ n }}"/>, <g id="1" ctype="x-b">read <ph id="L" disp="&lt;br/&gt;"/></g>';

  it.each(['auto', 'icu', 'printf', 'plain'] as const)('match by id in %s', (format) => {
    const same = 'Hallo <x id="NAME"/>, <g id="1">lies <ph id="L" disp="{other}"/></g>';
    expect(
      codes(source, source.replace('Hi', 'Hallo').replace('read', 'lies'), 'de', format),
    ).toEqual([]);
    expect(codes(source, same, 'de', format)).toEqual([]);
    expect(codes(source, same.replace('NAME', 'OTHER'), 'de', format)).toEqual([
      'tag_missing',
      'tag_extra',
    ]);
    expect(codes(source, same.replace('<x id="NAME"/>', ''), 'de', format)).toEqual([
      'tag_missing',
    ]);
  });

  it('do not exceed the time limit of a test, even with 20,000 unclosed tags', () => {
    const text = '<x a="'.repeat(20_000);
    expect(codes(text, text, 'de', 'plain')).not.toContain('tag_missing');
  });
});

it('a text that is a Ruby symbol may become another symbol, but not a word', () => {
  expect(codes(':year', ':day', 'de', 'auto')).toEqual([]);
  expect(codes(':year', 'Jahr', 'de', 'auto')).toEqual(['placeholder_missing']);
  expect(codes('The :year', 'Das :day', 'de', 'auto')).toEqual(['placeholder_missing']);
});
