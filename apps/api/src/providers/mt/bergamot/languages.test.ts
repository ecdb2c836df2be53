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
  ])('finds for %s the model of %s', (tag, code) => {
    expect(matchLanguage(tag, MOZILLA)).toBe(code);
  });

  it('never answers with another script', () => {
    expect(matchLanguage('zh-TW', ['zh'])).toBeNull();
    expect(matchLanguage('zh-CN', ['zh_hant'])).toBeNull();
    expect(matchLanguage('sr-Latn', ['sr'])).toBeNull();
    expect(matchLanguage('uz-Cyrl', ['uz'])).toBeNull();
  });

  it('takes the undivided Serbo-Croatian for Serbian in Latin script, as CLDR does', () => {
    expect(matchLanguage('sr-Latn', MOZILLA)).toBe('hbs');
  });

  it('takes Norwegian and Bokmål for one language, and prefers the code that was asked for', () => {
    expect(matchLanguage('nb', ['no'])).toBe('no');
    expect(matchLanguage('no', ['nb'])).toBe('nb');
    expect(matchLanguage('nb', ['no', 'nb'])).toBe('nb');
    expect(matchLanguage('no', ['nb', 'no'])).toBe('no');
  });

  it('prefers a model of the very region, and takes no model of another one', () => {
    expect(matchLanguage('pt-BR', ['pt', 'pt_br'])).toBe('pt_br');
    expect(matchLanguage('pt-PT', ['pt_br', 'pt'])).toBe('pt');
    expect(matchLanguage('pt-PT', ['pt_br'])).toBeNull();
  });

  it('answers null for what no registry has, and for what is no tag', () => {
    expect(matchLanguage('tlh', MOZILLA)).toBeNull();
    expect(matchLanguage('', MOZILLA)).toBeNull();
    expect(matchLanguage('not a tag', MOZILLA)).toBeNull();
    expect(matchLanguage('de', [])).toBeNull();
  });
});
