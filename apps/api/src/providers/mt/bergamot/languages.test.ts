import { describe, expect, it } from 'vitest';
import { matchLanguage } from './languages.ts';

const MOZILLA = [
  'en',
  'de',
  'es',
  'pt',
  'zh',
  'zh_hant',
  'sr',
  'nb',
  'nn',
  'hbs',
  'fil',
  'zlm-bad_code_',
];

describe('matchLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['es-419', 'es'],
    ['pt-BR', 'pt'],
    ['en-GB', 'en'],
    ['zh-CN', 'zh'],
    ['zh-Hans-SG', 'zh'],
    ['zh-TW', 'zh_hant'],
    ['zh-HK', 'zh_hant'],
    ['zh-Hant', 'zh_hant'],
    ['sr-Cyrl', 'sr'],
    ['nb-NO', 'nb'],
    ['nn', 'nn'],
    ['tl', 'fil'],
  ])('chooses the model for %s: %s', (tag, code) => {
    expect(matchLanguage(tag, MOZILLA)).toBe(code);
  });

  it('does not choose a model of another script', () => {
    expect(matchLanguage('zh-TW', ['zh'])).toBeNull();
    expect(matchLanguage('zh-CN', ['zh_hant'])).toBeNull();
    expect(matchLanguage('sr-Latn', ['sr'])).toBeNull();
    expect(matchLanguage('uz-Cyrl', ['uz'])).toBeNull();
  });

  it('treats undivided Serbo-Croatian as Serbian in Latin script, as CLDR does', () => {
    expect(matchLanguage('sr-Latn', MOZILLA)).toBe('hbs');
  });

  it('treats Norwegian and Bokmål as one language, and prefers the requested code', () => {
    expect(matchLanguage('nb', ['no'])).toBe('no');
    expect(matchLanguage('no', ['nb'])).toBe('nb');
    expect(matchLanguage('nb', ['no', 'nb'])).toBe('nb');
    expect(matchLanguage('no', ['nb', 'no'])).toBe('no');
  });

  it('prefers a model of the requested region, and rejects a model of another region', () => {
    expect(matchLanguage('pt-BR', ['pt', 'pt_br'])).toBe('pt_br');
    expect(matchLanguage('pt-PT', ['pt_br', 'pt'])).toBe('pt');
    expect(matchLanguage('pt-PT', ['pt_br'])).toBeNull();
  });

  it('returns null for unknown languages and malformed tags', () => {
    expect(matchLanguage('tlh', MOZILLA)).toBeNull();
    expect(matchLanguage('', MOZILLA)).toBeNull();
    expect(matchLanguage('not a tag', MOZILLA)).toBeNull();
    expect(matchLanguage('de', [])).toBeNull();
  });
});
