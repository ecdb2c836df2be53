import { describe, expect, it } from 'vitest';
import { toDeeplSource, toDeeplTarget } from './locales.ts';

describe('the locale mapping of deepl', () => {
  const languages = {
    source: new Set('EN PT ZH NB TL SR ES'.split(' ')),
    target: new Set('EN-GB EN-US PT-BR PT-PT ZH ZH-HANS ZH-HANT NB TL SR ES ES-419 FR'.split(' ')),
  };

  it('maps each target locale to the variant that its speakers expect', () => {
    const expected = {
      en: 'EN-US',
      'en-US': 'EN-US',
      'en-GB': 'EN-GB',
      'en-AU': 'EN-GB',
      'en-001': 'EN-GB',
      pt: 'PT-BR',
      'pt-BR': 'PT-BR',
      'pt-PT': 'PT-PT',
      'pt-AO': 'PT-PT',
      es: 'ES',
      'es-ES': 'ES',
      'es-419': 'ES-419',
      'es-MX': 'ES-419',
      zh: 'ZH-HANS',
      'zh-CN': 'ZH-HANS',
      'zh-TW': 'ZH-HANT',
      'zh-Hant': 'ZH-HANT',
      'zh-HK': 'ZH-HANT',
      nb: 'NB',
      no: 'NB',
      'nb-NO': 'NB',
      fil: 'TL',
      sr: 'SR',
      'sr-Cyrl-RS': 'SR',
      'fr-CA': 'FR',
    };
    for (const [locale, code] of Object.entries(expected))
      expect([locale, toDeeplTarget(locale, languages)]).toEqual([locale, code]);
    for (const locale of ['nn', 'sr-Latn', 'de', 'yue', 'zh-Latn'])
      expect(toDeeplTarget(locale, languages)).toBeNull();
  });

  it('maps a source locale to its language', () => {
    expect(toDeeplSource('pt-BR', languages)).toBe('PT');
    expect(toDeeplSource('zh-Hant-TW', languages)).toBe('ZH');
    expect(toDeeplSource('no', languages)).toBe('NB');
    expect(toDeeplSource('xh', languages)).toBeNull();
  });
});
