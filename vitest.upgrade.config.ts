import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** This version beside the previous one, for `npm run test:upgrade`. */
export default defineConfig({
  test: {
    ...sharedOptions({ allowsSkips: false }),
    include: ['apps/api/test/upgrade/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    isolate: true,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
