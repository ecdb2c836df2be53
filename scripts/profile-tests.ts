import { startVitest } from 'vitest/node';
import { timesOf } from './tests/reporter.ts';

/**
 * `node scripts/run.mjs scripts/profile-tests.ts [<filter>…]` runs tests and prints the time that each file takes in
 * its worker: in total, in its tests, and outside of its tests (imports, hooks, start of a service).
 */
const vitest = await startVitest('test', process.argv.slice(2), {
  run: true,
  project: 'everyday',
  watch: false,
  reporters: [['default', { summary: false }]],
});
const times = timesOf(vitest.state.getTestModules());
const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);
const rows = times.map(
  ({ file, tests, totalMs, inTestsMs }) =>
    `${seconds(totalMs)} ${seconds(inTestsMs)} ${seconds(totalMs - inTestsMs)} ${String(tests).padStart(6)}  ${file}`,
);
const sum = (of: 'totalMs' | 'inTestsMs'): number =>
  times.reduce((total, time) => total + time[of], 0);
const [all, inTests] = [sum('totalMs'), sum('inTestsMs')];
console.log(['    all   tests outside  count  file (seconds of a worker)', ...rows].join('\n'));
console.log(`${seconds(all)} ${seconds(inTests)} ${seconds(all - inTests)}         all files`);
await vitest.close();
