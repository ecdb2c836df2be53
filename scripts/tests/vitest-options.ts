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

/** Options of a run, for all of its projects. `strict` names the projects whose tests may not be skipped anywhere. */
export function runOptions({
  strict,
}: {
  strict: readonly string[];
}): NonNullable<ViteUserConfig['test']> {
  keepFilesInMemory();
  process.env.TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  return {
    reporters: ['default', ['./scripts/tests/reporter.ts', { strict }]],
    // Node runs the files without a build, as in production. The files of a worker share its modules: loading the
    // service for each file took half of the run.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { seed: Number(process.env.TEST_SEED), sequencer: FileOrder },
    // One additional worker keeps the cores busy while others wait for a browser, a database or timers.
    maxWorkers: Number(process.env.TEST_WORKERS ?? availableParallelism() + 1),
  };
}

/** Options of each project. */
export const projectOptions = () => ({
  env: { TEST_SEED: process.env.TEST_SEED! },
  globalSetup: ['apps/api/test/global-setup.ts'],
  setupFiles: ['scripts/tests/seed-random-input.ts'],
  isolate: false,
  retry: { count: 1, condition: PAGE_TIMEOUT },
  testTimeout: DEADLINE_MS,
  hookTimeout: DEADLINE_MS,
  expect: { poll: { timeout: DEADLINE_MS / 3, interval: 20 } },
  execArgv: [`--max-old-space-size=${WORKER_HEAP_MB}`],
});
