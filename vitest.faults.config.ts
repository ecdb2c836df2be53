import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** Tests that take minutes: several processes, fail-over, kills at random moments, large models. */
export default defineConfig({
  test: {
    ...sharedOptions({ allowsSkips: false }),
    include: ['apps/api/test/faults/**/*.test.ts', '**/*.long.test.ts'],
    exclude: ['**/node_modules/**'],
    isolate: true,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
