import { describe, expect, it } from 'vitest';
import { findForeignShape } from './foreign-shape.ts';

const codeOf = (...names: string[]): string | undefined =>
  findForeignShape('json', names, { separator: '.', localeTag: 'en' })?.code;

describe('findForeignShape', () => {
  it('warns about strings below locales, if the locale of the import is one of them', () => {
    expect(codeOf('en.title', 'en.menu.open')).toBe('locales_as_text');
    expect(codeOf('en.title', 'de.title', 'pt_BR.title', 'zh-Hant.a')).toBe('locales_as_text');
    expect(codeOf('de.title')).toBeUndefined();
    expect(codeOf('en.title', 'menu.open')).toBeUndefined();
    expect(codeOf('en', 'de')).toBeUndefined();
    expect(codeOf('english.title')).toBeUndefined();
  });

  it('warns about metadata that other tools store with a message', () => {
    expect(codeOf('@@locale', 'hello')).toBe('metadata_as_text');
    expect(codeOf('hello', '@hello.description')).toBe('metadata_as_text');
    expect(codeOf('a.b.defaultMessage', 'a.b.description')).toBe('metadata_as_text');
    expect(codeOf('a.message', 'a.description', 'b.message')).toBe('metadata_as_text');
    expect(codeOf('a.message', 'a.placeholders.x.content')).toBe('metadata_as_text');
  });

  it.each([
    ['Crowdin', 'home.t1.message', 'home.t1.description', 'home.t2.message'],
    [
      'Smartling',
      'smartling.string_format',
      'smartling.translate_paths[0].path',
      'a.b.message',
      'a.b.description',
    ],
    ['Transifex', 'home.t1.string', 'home.t1.developer_comment', 'a.string', 'a.character_limit'],
    ['Lokalise', 'home.t1.translation', 'home.t1.notes'],
    ['Signal', 'icu:a.messageformat', 'icu:a.description'],
    ['Lingui', 'id.translation', 'id.message', 'id.origin[0][0]', 'id.origin[0][1]'],
    ['inlang', 'hi', 'n[0].declarations[0]', 'n[0].selectors[0]', 'n[0].match.countPlural=one'],
    ['compiled', 'a.b[0].type', 'a.b[0].value', 'c[1].options.one.value[0].value'],
  ])('names %s as the tool with this metadata', (name, ...names) => {
    const found = findForeignShape('json', names, { separator: '.', localeTag: 'en' });
    expect(found).toMatchObject({
      code: 'metadata_as_text',
      message: expect.stringContaining(name),
    });
  });

  it('does not warn about names that are only similar', () => {
    expect(codeOf()).toBeUndefined();
    expect(codeOf('@handle', '@home.title', 'title')).toBeUndefined();
    expect(codeOf('a.message', 'b.message')).toBeUndefined();
    expect(codeOf('a.message', 'b.description')).toBeUndefined();
    expect(codeOf('a.message', 'a.description', 'title')).toBeUndefined();
    expect(codeOf('a.defaultMessage', 'title')).toBeUndefined();
    expect(codeOf('a.string', 'b.string')).toBeUndefined();
    expect(codeOf('a.translation', 'b.notes')).toBeUndefined();
    expect(codeOf('steps[0].value', 'steps[1].value')).toBeUndefined();
    expect(codeOf('steps[0].type', 'steps[0].title')).toBeUndefined();
    expect(codeOf('match.won', 'match.lost', 'selectors')).toBeUndefined();
  });
});
