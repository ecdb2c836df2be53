import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** `npm run test:restore`: backups of a service under load are restored on an empty machine. */
export default defineConfig({
  test: {
    ...sharedOptions({ allowsSkips: false }),
    include: ['apps/api/test/restore/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    isolate: true,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
