import { defineConfig } from 'vitest/config';
import { sharedOptions } from './scripts/tests/vitest-options.ts';

/** `npm run test:surface`: all roles, languages, pages, routes and hostile inputs with each other. */
export default defineConfig({
  test: {
    ...sharedOptions({ env: { TEST_BREADTH: 'all' } }),
    include: ['apps/**/*.surface{,.browser}.test.ts'],
    exclude: ['**/node_modules/**'],
  },
});
