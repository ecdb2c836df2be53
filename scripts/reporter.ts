import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with the one line that a machine reads: `N passed, N failed, N skipped`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    const skipped: string[] = [];
    for (const module of modules) {
      const before = failed;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped.push(`${module.relativeModuleId}: ${test.fullName}`);
      }
      // A file that failed outside its tests (an import, a hook) has no failed test to count.
      if (module.state() === 'failed' && failed === before) failed++;
    }
    const out: string[] = skipped.map((name) => `skipped: ${name}`);
    out.push(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
    // Written last: vitest's own summary is printed by a reporter ahead of this one.
    process.on('exit', () => process.stdout.write(`${out.join('\n')}\n`));
  }
}
