import { describe, expect, it } from 'vitest';
import { Failure } from '../../errors.ts';
import { requireStorableTexts } from './require-storable-texts.ts';

const faultsOf = (body: unknown): Failure['errors'] => {
  try {
    requireStorableTexts(body, '');
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.errors;
  }
};

describe('requireStorableTexts', () => {
  it('reports the path of each text that cannot be stored, in values and in names', () => {
    const body = { a: { 'b/c~\0': ['fine', 'x\0'], d: '\ud800' }, '\udc00': 1, e: null };
    expect(faultsOf(body)).toEqual(
      expect.arrayContaining([
        { path: '/a/b~1c~0\\u0000', message: 'contains U+0000' },
        { path: '/a/b~1c~0\\u0000/1', message: 'contains U+0000' },
        { path: '/a/d', message: 'contains an unpaired surrogate' },
        { path: '/\ufffd', message: 'contains an unpaired surrogate' },
      ]),
    );
    expect(faultsOf(body)).toHaveLength(4);
  });

  it('accepts valid input', () => {
    expect(faultsOf({ a: ['ok', 1, null, true, { ü: '👍' }], b: undefined })).toEqual([]);
  });

  it('rejects a text at the top level without a path', () => {
    expect(() => requireStorableTexts('\0', '')).toThrow('The text contains U+0000.');
  });

  it('reports a hundred texts, and reads no further texts', () => {
    const lists = Array.from({ length: 50 }, () => Array.from({ length: 10 }, () => '\0'));
    const unread = {
      get text(): string {
        throw new Error('this text is read');
      },
    };
    expect(faultsOf([unread, ...lists])).toHaveLength(100);
  });
});
