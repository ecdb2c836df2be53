import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { requireSuite } from './scripts/tests/require-suite.ts';
import { projectOptions, runOptions } from './scripts/tests/vitest-options.ts';

type ProjectOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const OF_PACKAGES = '**/node_modules/**';
/** Folders of tests that take minutes. Each folder is a project of the same name. */
const LONG = ['faults', 'drills', 'restore', 'retention', 'upgrade'];
const HOUR_MS = 3_600_000;

const project = (
  name: string,
  options: ProjectOptions,
): { extends: true; test: ProjectOptions } => ({
  extends: true,
  test: {
    ...projectOptions(),
    name,
    ...options,
    exclude: [OF_PACKAGES, ...(options.exclude ?? [])],
  },
});

/** Returns a project whose tests start several processes of the service. They run alone, one file after the other. */
const longProject = (name: string, options: ProjectOptions = {}) =>
  project(name, {
    include: [`apps/api/test/${name}/**/*.test.ts`],
    isolate: true,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    ...options,
  });

/** Suites of tests. `npm test` runs `everyday`, and `npm run test:suite <name>` any other. */
const SUITES = [
  // Checks each rule once.
  project('everyday', {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/{src,test,bin}/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'action/*.test.ts',
    ],
    exclude: [`apps/api/test/{${LONG.join(',')}}/**`, '**/*.long.test.ts'],
  }),
  // Combines all roles, languages, pages, routes and hostile inputs with each other.
  project('surface', {
    include: ['apps/**/*.surface{,.browser}.test.ts'],
    env: { ...projectOptions().env, TEST_BREADTH: 'all' },
  }),
  // The tests of the API, for scripts/test-partitioned.ts.
  project('partitioned', {
    include: ['apps/api/{src,test}/**/*.test.ts'],
    exclude: [
      `apps/api/test/{processes,${LONG.join(',')}}/**`,
      '**/*.{long,browser,surface,surface.browser}.test.ts',
      // These tests read the catalog, or change settings that a partitioned table does not have.
      '**/{indexes,analyze-grown,written-once,me.erase}.test.ts',
    ],
  }),
  // Several processes, fail-over, kills at random moments, large models.
  longProject('faults', {
    include: ['apps/api/test/faults/**/*.test.ts', '**/*.long.test.ts'],
  }),
  // Outages under load behind the caches of docs/delivery.md. Some tests measure time and need quiet cores.
  longProject('drills'),
  // Backups of a service under load are restored on an empty machine.
  longProject('restore'),
  // A database of ten years is swept while people edit.
  longProject('retention', { testTimeout: HOUR_MS }),
  // Runs this version beside the previous version, for scripts/test-upgrade.ts.
  longProject('upgrade', { testTimeout: HOUR_MS }),
];
requireSuite(SUITES.map(({ test }) => String(test.name)));

export default defineConfig({
  test: {
    ...runOptions({ strict: LONG }),
    projects: SUITES,
  },
});
