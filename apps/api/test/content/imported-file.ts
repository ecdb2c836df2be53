import fc from 'fast-check';

/** A CSV file and the options of its import. */
export interface ImportedFile {
  locales: string[];
  rows: { name: string; texts: (string | null)[] }[];
  mode: 'overwrite' | 'keep' | 'fail';
  prune: boolean;
}

const NAMES = ['a', 'b', 'c.d', 'item_one', 'item_other', 'item_few', '__proto__', 'x_other'];

/** Generates small files with plural forms, gaps and equal texts, so that a few imports affect the same texts. */
export const importedFile: fc.Arbitrary<ImportedFile> = fc
  .uniqueArray(fc.constantFrom('en', 'de', 'pl'), { minLength: 1 })
  .chain((locales) =>
    fc.record({
      locales: fc.constant(locales),
      rows: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }).chain((names) =>
        fc.tuple(
          ...names.map((name) =>
            fc.record({
              name: fc.constant(name),
              texts: fc.array(fc.option(fc.constantFrom('x', 'y', ''), { freq: 5 }), {
                minLength: locales.length,
                maxLength: locales.length,
              }),
            }),
          ),
        ),
      ),
      mode: fc.constantFrom(
        'overwrite' as const,
        'overwrite' as const,
        'keep' as const,
        'fail' as const,
      ),
      prune: fc.boolean(),
    }),
  );

export const csvOf = ({ locales, rows }: ImportedFile): string =>
  [
    ['key', ...locales].join(','),
    ...rows.map(({ name, texts }) =>
      [name, ...texts.map((text) => (text === null ? '' : `"${text}"`))].join(','),
    ),
  ].join('\n');
