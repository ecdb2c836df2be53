import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** `npm test`: checks each rule once. `npm run test:surface` checks all combinations. */
export default defineConfig({
  test: {
    ...sharedOptions(),
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/{src,test,bin}/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'action/*.test.ts',
    ],
    // Tests that take minutes, which `npm run test:faults` and its like run.
    exclude: [
      '**/node_modules/**',
      'apps/api/test/{faults,drills,restore,retention,upgrade}/**',
      '**/*.long.test.ts',
    ],
  },
});
