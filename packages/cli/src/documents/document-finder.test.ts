import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DocumentFinder } from './document-finder.ts';
import type { Document } from './documents.ts';

const SPEC = {} as Document['spec'];

/** Returns a file of an entry without a prefix. Its group is named by `values`. */
const fileOf = (group: string, locale: string, names: readonly string[]): Document => ({
  spec: SPEC,
  values: { namespace: group },
  prefix: '',
  locale,
  path: `${group}/${locale}`,
  rows: names.map((name) => ({ name, values: [] })),
  hash: null,
  bytes: new Uint8Array(),
});

const WORD = fc.stringMatching(/^[a-z]{1,4}$/);
const NAME = fc.array(WORD, { minLength: 1, maxLength: 3 }).map((words) => words.join('.'));
const SEPARATOR = fc.constantFrom('.', '_', '#');

describe('DocumentFinder', () => {
  it('finds one file for all forms of a plural, including forms that the source lacks', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(NAME, { minLength: 2, maxLength: 20 }),
        SEPARATOR,
        fc.integer({ min: 2, max: 4 }),
        fc.nat(),
        (names, separator, groups, turn) => {
          const groupOf = (index: number): string => `group${(index * 7 + turn) % groups}`;
          const formsIn = (group: string): string[] =>
            names.flatMap((name, index) =>
              groupOf(index) === group
                ? ['one', 'other'].map((category) => `${name}${separator}${category}`)
                : [],
            );
          const all = Array.from({ length: groups }, (_, index) => `group${index}`);
          const documents = all.flatMap((group) => [
            fileOf(group, 'en', formsIn(group)),
            fileOf(group, 'pl', []),
          ]);
          const finder = new DocumentFinder(documents, new Map(), 'en');
          for (const [index, name] of names.entries()) {
            for (const category of ['one', 'few', 'many', 'other']) {
              const found = finder.find('pl', `${name}${separator}${category}`);
              expect([name, category, found?.path]).toEqual([
                name,
                category,
                `${groupOf(index)}/pl`,
              ]);
            }
          }
        },
      ),
    );
  });

  it('finds for a new key the file with the most closely related keys', () => {
    const documents = [
      fileOf('admin', 'en', ['admin.users.title', 'cart']),
      fileOf('main', 'en', ['cart.title', 'cart.items_one']),
      fileOf('shop', 'en', ['cartons.title']),
    ];
    const finder = new DocumentFinder(documents, new Map(), 'en');
    const pathOf = (key: string) => finder.find('en', key)?.path;
    expect(pathOf('cart.note')).toBe('main/en');
    expect(pathOf('cart.items_two')).toBe('main/en');
    expect(pathOf('cartons.note')).toBe('shop/en');
    expect(pathOf('admin.users.note')).toBe('admin/en');
    expect(pathOf('other')).toBe('admin/en');
  });
});
