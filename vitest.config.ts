import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/{src,test,bin}/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    // Minutes of kills at random moments: `npm run test:faults`.
    exclude: ['**/node_modules/**', 'apps/api/test/faults/**'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    reporters: ['default', './scripts/reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
