import type { Reporter, TestModule } from 'vitest/node';
import { describeTurns, type MeasuredTurn, type TurnMeta } from './measured-turns.ts';

/** Number of files to report at the end of a run. */
const SLOWEST = 10;

/**
 * Ends a run with the skipped and retried tests, the slowest files, the longest turns of measured services, the seed of
 * random input, and one machine-readable line: `N passed, N failed, N skipped`.
 */
export default class ClosingLineReporter implements Reporter {
  readonly #strict: readonly string[];

  /** @param strict - Names of the projects whose tests may not be skipped. In CI, no test may */
  constructor({ strict }: { strict: readonly string[] }) {
    this.#strict = strict;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    const skipped: string[] = [];
    const retried: string[] = [];
    const turns: (MeasuredTurn & { name: string })[] = [];
    for (const module of modules) {
      const before = failed;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        const name = `${module.relativeModuleId}: ${test.fullName}`;
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped.push(name);
        for (const turn of (test.meta() as TurnMeta).turns ?? []) turns.push({ ...turn, name });
        const retries = test.diagnostic()?.retryCount ?? 0;
        if (retries > 0) retried.push(`${name} (${state} after ${retries} more)`);
      }
      // A file that failed outside its tests (an import, a hook) has no failed test to count.
      if (module.state() === 'failed' && failed === before) failed++;
    }
    const out: string[] = [
      ...skipped.map((name) => `skipped: ${name}`),
      ...retried.map((name) => `retried: ${name}`),
      ...slowestOf(modules),
      ...describeTurns(turns),
      `random input: TEST_SEED=${process.env.TEST_SEED}`,
      `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ];
    const isStrict =
      process.env.CI !== undefined ||
      modules.some(({ project }) => this.#strict.includes(project.name));
    if (skipped.length > 0 && isStrict) {
      process.exitCode = 1;
      out.unshift('Nothing may be skipped here. Install the packages that these tests name:');
    }
    // Written at exit, so that it follows vitest's own summary.
    process.on('exit', () => process.stdout.write(`${out.join('\n')}\n`));
  }
}

/** Returns a line for each of the slowest files of a run, with its time in the worker. */
function slowestOf(modules: readonly TestModule[]): string[] {
  const times = modules.map((module) => {
    const { duration, collectDuration } = module.diagnostic();
    return { file: module.relativeModuleId, totalMs: duration + collectDuration };
  });
  return times
    .sort((a, b) => b.totalMs - a.totalMs)
    .slice(0, SLOWEST)
    .map(({ file, totalMs }) => `${(totalMs / 1000).toFixed(1).padStart(6)} s ${file}`);
}
