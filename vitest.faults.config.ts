import { defineConfig } from 'vitest/config';

/** Tests that take minutes: several processes, fail-over, kills at random moments, large models. */
export default defineConfig({
  test: {
    include: ['apps/api/test/faults/**/*.test.ts', '**/*.long.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    reporters: ['default', './scripts/reporter.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
