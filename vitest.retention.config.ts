import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** A database of ten years is swept, for `npm run test:retention`. */
export default defineConfig({
  test: {
    ...sharedOptions({ allowsSkips: false }),
    include: ['apps/api/test/retention/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    isolate: true,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
