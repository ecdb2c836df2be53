import { describe, expect, it } from 'vitest';
import { findForeignShape } from './find-foreign-shape.ts';

const codeOf = (...names: string[]): string | undefined =>
  findForeignShape(names, { separator: '.', localeTag: 'en' })?.code;

describe('findForeignShape', () => {
  it('warns of strings below locales, if the locale of the import is one of them', () => {
    expect(codeOf('en.title', 'en.menu.open')).toBe('locales_as_text');
    expect(codeOf('en.title', 'de.title', 'pt_BR.title', 'zh-Hant.a')).toBe('locales_as_text');
    expect(codeOf('de.title')).toBeUndefined();
    expect(codeOf('en.title', 'menu.open')).toBeUndefined();
    expect(codeOf('en', 'de')).toBeUndefined();
    expect(codeOf('english.title')).toBeUndefined();
  });

  it('warns of metadata that other tools keep with a message', () => {
    expect(codeOf('@@locale', 'hello')).toBe('metadata_as_text');
    expect(codeOf('hello', '@hello.description')).toBe('metadata_as_text');
    expect(codeOf('a.b.defaultMessage', 'a.b.description')).toBe('metadata_as_text');
    expect(codeOf('a.message', 'a.description', 'b.message')).toBe('metadata_as_text');
    expect(codeOf('a.message', 'a.placeholders.x.content')).toBe('metadata_as_text');
  });

  it('does not warn of names that are only similar', () => {
    expect(codeOf()).toBeUndefined();
    expect(codeOf('@handle', '@home.title', 'title')).toBeUndefined();
    expect(codeOf('a.message', 'b.message')).toBeUndefined();
    expect(codeOf('a.message', 'b.description')).toBeUndefined();
    expect(codeOf('a.message', 'a.description', 'title')).toBeUndefined();
    expect(codeOf('a.defaultMessage', 'title')).toBeUndefined();
  });
});
