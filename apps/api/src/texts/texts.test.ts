import { readFileSync } from 'node:fs';
import { type PluralCategory, pluralCategories, verifyMessage } from '@parlance/messages';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageOfTag, textsIn } from './texts.ts';

interface Text {
  /** Name of the text in the language file, without the plural category. */
  readonly key: string;
  readonly category: PluralCategory | null;
  readonly text: string;
}

function textsOf(language: string): Text[] {
  const file = new URL(`./${language}.json`, import.meta.url);
  const walk = (node: unknown, path: string): Text[] => {
    if (typeof node !== 'string') {
      return Object.entries(node as object).flatMap(([name, child]) =>
        walk(child, path === '' ? name : `${path}.${name}`),
      );
    }
    const [, key, category] = /^(.*?)(?:_(zero|one|two|few|many|other))?$/.exec(path)!;
    return [{ key: key!, category: (category as PluralCategory | undefined) ?? null, text: node }];
  };
  return walk(JSON.parse(readFileSync(file, 'utf8')), '');
}

const ENGLISH = textsOf('en');

describe.each(LANGUAGES)('the texts of mails and mailed pages in %s', (language) => {
  it('contain every English text, in each plural form of the language', () => {
    const wanted = ENGLISH.flatMap(({ key, category }) => {
      if (category === null) return [key];
      return category === 'other' ? pluralCategories(language).map((form) => `${key}_${form}`) : [];
    });
    const actual = textsOf(language).map(({ key, category }) =>
      category === null ? key : `${key}_${category}`,
    );
    expect(actual.sort()).toEqual(wanted.sort());
  });

  it('keep the placeholders of the English texts', () => {
    for (const { key, category, text } of textsOf(language)) {
      const source = ENGLISH.find(
        (other) => other.key === key && other.category === (category && 'other'),
      )!;
      const findings = verifyMessage(source.text, text, {
        format: 'i18next',
        sourceLocale: 'en',
        targetLocale: language,
        ...(category && { pluralCategory: category }),
      });
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });

  it('contain the inserted number, and no placeholder, in a filled text', () => {
    const text = textsIn(language)('mail.validHours', { count: 24 });
    expect(text).toContain('24');
    expect(text).not.toContain('{');
  });
});

describe('languageOfTag', () => {
  it('returns the supported language of a tag, or null', () => {
    expect(['de-AT', 'JA', 'en-XA', 'pt-BR', '', 7, undefined].map(languageOfTag)).toEqual([
      'de',
      'ja',
      'en',
      null,
      null,
      null,
      null,
    ]);
  });
});
