import { describe, expect, it } from 'vitest';
import { findForeignShape } from './foreign-shape.ts';

const codeOf = (...names: string[]): string | undefined =>
  findForeignShape(names, { separator: '.', localeTag: 'en' })?.code;

describe('findForeignShape', () => {
  it('tells of texts below locales, that of the import among them', () => {
    expect(codeOf('en.title', 'en.menu.open')).toBe('root_locale');
    expect(codeOf('en.title', 'de.title', 'pt_BR.title', 'zh-Hant.a')).toBe('root_locale');
    expect(codeOf('de.title')).toBeUndefined();
    expect(codeOf('en.title', 'menu.open')).toBeUndefined();
    expect(codeOf('en', 'de')).toBeUndefined();
    expect(codeOf('english.title')).toBeUndefined();
  });

  it('tells of what other tools keep beside a message', () => {
    expect(codeOf('@@locale', 'hello')).toBe('metadata_as_text');
    expect(codeOf('hello', '@hello.description')).toBe('metadata_as_text');
    expect(codeOf('a.b.defaultMessage', 'a.b.description')).toBe('metadata_as_text');
    expect(codeOf('a.message', 'a.description', 'b.message')).toBe('metadata_as_text');
    expect(codeOf('a.message', 'a.placeholders.x.content')).toBe('metadata_as_text');
  });

  it('says nothing of names that only look a little like it', () => {
    expect(codeOf()).toBeUndefined();
    expect(codeOf('@handle', '@home.title', 'title')).toBeUndefined();
    expect(codeOf('a.message', 'b.message')).toBeUndefined();
    expect(codeOf('a.message', 'b.description')).toBeUndefined();
    expect(codeOf('a.message', 'a.description', 'title')).toBeUndefined();
    expect(codeOf('a.defaultMessage', 'title')).toBeUndefined();
  });
});
