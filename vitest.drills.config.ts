import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** Outages under load behind the caches of docs/delivery.md. They need quiet cores: some measure time. */
export default defineConfig({
  test: {
    ...sharedOptions({ allowsSkips: false }),
    include: ['apps/api/test/drills/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    isolate: true,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
