import { availableParallelism } from 'node:os';
import type { ViteUserConfig } from 'vitest/config';
import { SLOWNESS } from '../slowness.ts';
import { FileOrder } from './file-order.ts';
import { keepFilesInMemory } from './files-in-memory.ts';

/** Heap limit of a worker. Test files share its modules, and a file that retains its data must not end the run. */
const WORKER_HEAP_MB = 2_048;
/** A timeout that only a hang reaches. */
const DEADLINE_MS = 180_000 * SLOWNESS;

/**
 * Matches a timeout while waiting for a page. `openSite` then prints the content of the page, the test is retried once,
 * and the reporter names it.
 */
const PAGE_TIMEOUT = /^locator\.\w+: Timeout \d+ms exceeded/;

interface SuiteOptions {
  /** Environment of the workers. */
  env?: Record<string, string>;
  /** True if tests may be skipped when their programs are not installed. Defaults to false in CI and true elsewhere. */
  allowsSkips?: boolean;
}

/** Options of all suites. */
export function sharedOptions({
  env = {},
  allowsSkips = process.env.CI === undefined,
}: SuiteOptions = {}): NonNullable<ViteUserConfig['test']> {
  keepFilesInMemory();
  const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  process.env.TEST_SEED = seed;
  return {
    env: { TEST_SEED: seed, ...env },
    globalSetup: ['apps/api/test/global-setup.ts'],
    setupFiles: ['scripts/tests/seed-random-input.ts'],
    reporters: ['default', ['./scripts/tests/reporter.ts', { allowsSkips }]],
    // Node runs the files without a build, as in production. The files of a worker share its modules: loading the
    // service for each file took half of the run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: false,
    sequence: { seed: Number(seed), sequencer: FileOrder },
    retry: { count: 1, condition: PAGE_TIMEOUT },
    testTimeout: DEADLINE_MS,
    hookTimeout: DEADLINE_MS,
    expect: { poll: { timeout: DEADLINE_MS / 3, interval: 20 } },
    // One additional worker keeps the cores busy while others wait for a browser, a database or timers.
    maxWorkers: Number(process.env.TEST_WORKERS ?? availableParallelism() + 1),
    execArgv: [`--max-old-space-size=${WORKER_HEAP_MB}`],
  };
}
