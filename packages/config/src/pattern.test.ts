import { describe, expect, it } from 'vitest';
import { FilePattern, PatternError } from './pattern.ts';

const pattern = (text: string, map = {}) => new FilePattern(text, map, () => 'en');

describe('a path pattern', () => {
  it.each([
    ['locales/{locale}.json', 'locales/pt-BR.json', 'pt-BR', {}],
    [
      '{locale:posix}/LC_MESSAGES/{domain}.xlf',
      'sr_RS@latin/LC_MESSAGES/app.xlf',
      'sr-Latn-RS',
      { domain: 'app' },
    ],
    ['res/values{-locale:android}/s.json', 'res/values-pt-rBR/s.json', 'pt-BR', {}],
    ['res/values{-locale:android}/s.json', 'res/values-b+sr+Latn/s.json', 'sr-Latn', {}],
    ['res/values{-locale:android}/s.json', 'res/values/s.json', 'en', {}],
    ['{locale}/{ns}.{{x}}.json', 'de/shop.{x}.json', 'de', { ns: 'shop' }],
    ['res/values{-locale:android}/s.json', 'res/values-iw/s.json', 'he', {}],
    ['{d}/messages{_locale:java}.properties', 'a/messages_pt_BR.properties', 'pt-BR', { d: 'a' }],
    ['messages{_locale:java}.properties', 'messages.properties', 'en', {}],
    ['Strings{.locale}.resx', 'Strings.de-DE.resx', 'de-DE', {}],
    ['Strings{.locale}.resx', 'Strings.resx', 'en', {}],
    ['{locale:apple}.lproj/{t}.strings', 'zh-Hans.lproj/a.strings', 'zh-Hans', { t: 'a' }],
    ['all.csv', 'all.csv', null, {}],
    ['src/**/{locale}.json', 'src/a/b/de.json', 'de', { '*1': 'a/b' }],
    ['**/{locale}.json', 'de.json', 'de', { '*1': '' }],
    [
      '**/i18n/*/t-*.{locale}.json',
      'x/i18n/y/t-.de.json',
      'de',
      { '*1': 'x', '*2': 'y', '*3': '' },
    ],
    ['f/{namespace}{.locale}.resx', 'f/Form1.resx', 'en', { namespace: 'Form1' }],
    ['f/{namespace}{.locale}.resx', 'f/A.b.pt-BR.resx', 'pt-BR', { namespace: 'A.b' }],
    [
      'f/{namespace}{_locale:java}.properties',
      'f/my_texts_de_AT.properties',
      'de-AT',
      { namespace: 'my_texts' },
    ],
  ])('%s matches and creates %s', (text, path, locale, values) => {
    const own = pattern(text);
    expect(own.match(path)).toEqual({ locale, values });
    expect(own.pathOf(locale, values)).toBe(path);
  });

  it.each([
    ['locales/{locale}.json', 'locales/not a tag.json'],
    ['locales/{locale}.json', 'locales/DE.json'],
    ['locales/{locale}.json', 'locales/x/de.json'],
    ['{locale}.json', 'package.json'],
    ['{locale}.json', 'app.json'],
    ['{locale}.json', 'parlance.json'],
    ['{locale}/{locale}.json', 'de/fr.json'],
    ['**/{locale}.json', '.cache/de.json'],
    ['*.{locale}.json', '.a.de.json'],
  ])('%s does not match %s', (text, path) => {
    expect(pattern(text).match(path)).toBeNull();
  });

  it('matches long names within the time limit of a test, even if they can be split in many ways', () => {
    const names = Array.from('abcdefgh', (one) => `{${one}}x{${one}${one}}`);
    const long = Array.from(names, () => 'x'.repeat(255)).join('/');
    const own = pattern(`**/${names.join('/')}/{locale}.json`);
    expect(own.match(`y/${long}/not a tag.json`)).toBeNull();
    expect(own.match(`y/${long}/de.json`)?.values).toMatchObject({ '*1': 'y', h: 'x' });
  });

  it('reads the folder Base of Xcode as the source locale', () => {
    const own = pattern('{locale:apple}.lproj/a.strings');
    expect(own.match('Base.lproj/a.strings')?.locale).toBe('en');
  });

  it('maps locales to the configured spelling in both directions', () => {
    const own = pattern('{locale}.json', { nb: 'no' });
    expect(own.pathOf('nb', {})).toBe('no.json');
    expect(own.match('no.json')?.locale).toBe('nb');
    expect(own.match('nb.json')).toBeNull();
  });

  it.each([
    '{a}{b}.json',
    '*{locale}.json',
    '{locale',
    '{locale:klingon}.json',
    '{-name}.json',
    'a/**',
    '*a*a*a*a*/{locale}.json',
    '**/a/**/a/**/a/**/{locale}.json',
  ])('cannot be %s', (text) => {
    expect(() => pattern(text)).toThrow(PatternError);
  });
});
