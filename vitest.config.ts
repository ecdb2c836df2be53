import { defineConfig } from 'vitest/config';
import { keepFilesInMemory } from './scripts/files-in-memory.ts';

keepFilesInMemory();

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/{src,test,bin}/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'action/*.test.ts',
    ],
    // Tests that take minutes: `npm run test:faults`.
    exclude: ['**/node_modules/**', 'apps/api/test/faults/**', '**/*.long.test.ts'],
    globalSetup: ['apps/api/test/global-setup.ts'],
    reporters: ['default', './scripts/reporter.ts'],
    // The files of a worker share its modules: loading the service for each file took half of the run.
    isolate: false,
    testTimeout: 20_000,
    // The first hook waits for the start of the PostgreSQL that all files share.
    hookTimeout: 30_000,
    // Two cores are busy with three: a worker waits for its browser, its database and its timers.
    maxWorkers: 3,
  },
});
