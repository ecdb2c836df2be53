import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** The tests of the API, for `npm run test:partitioned`. */
export default defineConfig({
  test: {
    ...sharedOptions(),
    include: ['apps/api/{src,test}/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'apps/api/test/{faults,drills,processes,restore,retention,upgrade}/**',
      '**/*.{long,browser,surface,surface.browser}.test.ts',
      // They read the catalog, or change settings that a partitioned table does not have.
      '**/{indexes,analyze-grown,written-once,me.erase}.test.ts',
    ],
  },
});
