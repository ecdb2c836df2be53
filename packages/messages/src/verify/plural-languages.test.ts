import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { pluralCategories } from '../plural/plural.ts';
import type { MessageFormat } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';

const verify = (
  source: string,
  target: string,
  targetLocale: string,
  format: MessageFormat = 'icu',
  sourceLocale = 'en',
) =>
  verifyMessage(source, target, { format, sourceLocale, targetLocale }).map(
    ({ code, value }) => `${code} ${value}`,
  );

const FILES = '{n, plural, one {{n} file} other {{n} files}}';
const MARKS = '{n, plural, one {# file} other {# files}}';
const PLACES =
  '{n, selectordinal, one {#st place} two {#nd place} few {#rd place} other {#th place}}';

describe('a translation without the plural of its source', () => {
  it.each([
    ['ja', '{n}件'],
    ['zh', '{n} 个文件'],
    ['zh-Hant', '{n, number} 個檔案'],
    ['ko', '파일 {n}개'],
    ['vi', '{n} tệp'],
    ['th', '{n} ไฟล์'],
    ['id', '{n} berkas'],
  ])('causes no finding in %s, which has one form', (locale, target) => {
    for (const format of ['icu', 'flutter', 'auto'] as const) {
      expect(verify(FILES, target, locale, format)).toEqual([]);
    }
    expect(verify(MARKS, target, locale)).toEqual([]);
    const shown = [0, 1, 2, 5, 21, 1.5].map((n) =>
      new IntlMessageFormat(target, locale).format({ n }),
    );
    expect(new Set(shown).size).toBe(6);
  });

  it('needs the number if the form “other” of the source shows it', () => {
    expect(verify(MARKS, '件', 'ja')).toEqual(['placeholder_missing #']);
    expect(verify('{n, plural, one {File} other {Files}}', 'ファイル', 'ja')).toEqual([]);
    expect(verify('{n, plural, one {File} other {Files}}', '{n}件', 'ja')).toEqual([
      'placeholder_unknown {n}',
    ]);
  });

  it('causes a warning in a language with several forms', () => {
    expect(verify(FILES, '{n} Dateien', 'de')).toEqual(['plural_missing n']);
    expect(verify(MARKS, '{n} fichiers', 'fr')).toEqual(['plural_missing n']);
    expect(verify(FILES, 'Dateien', 'de')).toEqual(['plural_missing n', 'placeholder_missing {n}']);
  });

  it('causes a warning in each language if the source has a separate text for a number', () => {
    const source = '{n, plural, =0 {No files} one {# file} other {# files}}';
    expect(verify(source, '{n}件', 'ja')).toEqual(['plural_missing n']);
    expect(verify(source, '{n, plural, =0 {なし} other {#件}}', 'ja')).toEqual([]);
  });

  it('follows the ordinal rules of the language for ordinal numbers', () => {
    expect(pluralCategories('de', 'ordinal')).toEqual(['other']);
    expect(verify(PLACES, '{n}. Platz', 'de')).toEqual([]);
    expect(verify(PLACES, '{n}:a plats', 'sv')).toEqual(['plural_missing n']);
  });

  it('causes an error for a select and for a plural with another offset', () => {
    const select =
      '{who, select, a {A {n, plural, one {#} other {#}}} other {B {n, plural, one {#} other {#}}}}';
    expect(verify(select, '{n}', 'ja')).toEqual(['icu_structure who']);
    const offset = '{n, plural, offset:1 one {# more} other {# more}}';
    expect(verify(offset, '{n, plural, one {# mehr} other {# mehr}}', 'de')).toContain(
      'icu_structure n',
    );
    expect(verify(offset, 'あと{n}人', 'ja')).toContain('placeholder_missing #');
  });

  it('must have the placeholders of the source in each form of the other arguments', () => {
    const source = `{who, select, me {I have ${MARKS}} other {{name} has ${MARKS}}}`;
    const target = '{who, select, me {{n}件} other {{name}は{n}件}}';
    expect(verify(source, target, 'ja')).toEqual([]);
    expect(verify(source, target.replace('{name}', ''), 'ja')).toEqual([
      'placeholder_missing {name}',
    ]);
  });
});

describe('a translation with a plural that its source lacks', () => {
  it('causes no finding if the source shows the number', () => {
    expect(verify('{n}件', FILES, 'en', 'icu', 'ja')).toEqual([]);
    expect(
      verify('{n}件の{x}', '{n, plural, one {# {x}} other {# {x}}}', 'en', 'icu', 'ja'),
    ).toEqual([]);
    expect(
      verify('{n, number} files', '{n, plural, one {# a} few {# b} many {# c} other {# d}}', 'ru'),
    ).toEqual([]);
  });

  it('causes an error if the source does not show the number, or shows a date', () => {
    expect(verify('Files {x}', `${MARKS} {x}`, 'de')).toEqual(['icu_structure n']);
    expect(verify('{n, date}', MARKS, 'de')).toEqual(['icu_structure n']);
    expect(verify('{n} {x}', '{n, select, a {{n}} other {{n}}} {x}', 'de')).toEqual([
      'icu_structure n',
    ]);
  });
});
