import { defineConfig } from 'vitest/config';

/** Kills at random moments take minutes: apart from `npm test`, one file after the other. */
export default defineConfig({
  test: {
    include: ['apps/api/test/faults/**/*.test.ts'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    reporters: ['default', './scripts/reporter.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
