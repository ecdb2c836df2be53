import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../scripts/tests/growth.ts';
import { findPatterns } from './find-patterns.ts';

const contents = { isOfRails: () => false, formatOf: () => null };

it('findPatterns takes time in proportion to the number of files, also if all have one pattern', async () => {
  const growth = await growthOf(1_000, async (size) => {
    const files = Array.from({ length: size }, (_, at) => `l/n${at}/en.json`);
    expect(findPatterns(files, contents)).toMatchObject([{ path: 'l/{namespace}/{locale}.json' }]);
  });
  expect(growth).toBeLessThan(IN_PROPORTION);
});
