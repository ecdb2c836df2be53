import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { findPatterns } from './find-patterns.ts';

const contents = { isOfRails: () => false, formatOf: () => null };

it('findPatterns takes time in proportion to the number of files, even if all match one pattern', async () => {
  const growth = await growthOf(1_000, async (size) => {
    const files = Array.from({ length: size }, (_, index) => `l/n${index}/en.json`);
    expect(findPatterns(files, contents)).toMatchObject([{ path: 'l/{namespace}/{locale}.json' }]);
  });
  expect(growth).toBeLessThan(IN_PROPORTION);
});

it('findPatterns uses the format of any locale, but sets no format if namespaces have different formats', () => {
  const formats = new Map([
    ['lang/en.json', 'formatjs'],
    ['l/shop.en.json', 'chrome'],
  ]);
  const formatOf = (path: string) => formats.get(path) ?? 'json';
  const find = (paths: string[]) => findPatterns(paths, { ...contents, formatOf });
  expect(find(['lang/de.json', 'lang/en.json'])).toMatchObject([{ format: 'formatjs' }]);
  const namespaces = find(['l/common.de.json', 'l/common.en.json', 'l/shop.en.json']);
  expect(namespaces).toMatchObject([{ path: 'l/{namespace}.{locale}.json' }]);
  expect(namespaces[0]).not.toHaveProperty('format');
});
