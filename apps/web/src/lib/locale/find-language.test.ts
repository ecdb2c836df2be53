import { describe, expect, it } from 'vitest';
import { listLanguages, recognizeLanguage } from './find-language.ts';

describe('recognizeLanguage', () => {
  it.each([
    ['Russian', 'en', 'ru'],
    ['russian', 'de', 'ru'],
    ['Russisch', 'de', 'ru'],
    ['русский', 'en', 'ru'],
    ['espanol', 'en', 'es'],
    ['ru', 'en', 'ru'],
    ['pt_br', 'en', 'pt-BR'],
    ['sr-Cyrl-ME', 'en', 'sr-Cyrl-ME'],
    ['German (Switzerland)', 'en', 'de-CH'],
    ['日本語', 'en', 'ja'],
  ])('recognizes %s if the language of the app is %s', (text, language, code) => {
    expect(recognizeLanguage(text, language)).toBe(code);
  });

  it.each(['', 'no language', 'qqq', 'Klingonese', '12', 'an'.repeat(40)])(
    'recognizes no language in %j',
    (text) => {
      expect(recognizeLanguage(text, 'en')).toBeNull();
    },
  );
});

describe('listLanguages', () => {
  it('returns languages with distinct names in the language of the app', () => {
    const german = listLanguages('de');
    expect(german.find(({ code }) => code === 'ru')).toEqual({ code: 'ru', name: 'Russisch' });
    expect(german.filter(({ code, name }) => code === name)).toEqual([]);
    for (const { code, name } of german) expect(recognizeLanguage(name, 'de'), name).toBe(code);
  });
});
