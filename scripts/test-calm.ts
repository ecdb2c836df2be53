import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `node scripts/run.mjs scripts/test-calm.ts [<filter>…]` runs the suite twice with its files in random order, beside
 * two busy loops. In the second run, pages have a third of the processor and a slow network. A test that fails here
 * depends on the speed of the machine or on files that ran before.
 */
const ROUNDS = 2;
const LOOPS = 2;
/** A loop that ends after an hour, or if this script is killed. */
const BUSY = 'const end = Date.now() + 3_600_000; while (Date.now() < end && process.ppid !== 1);';

const loops = Array.from({ length: LOOPS }, () => spawn(process.execPath, ['-e', BUSY]));
process.on('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
});
for (let round = 1; round <= ROUNDS && process.exitCode === undefined; round++) {
  const run: ChildProcess = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'everyday', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_ORDER: 'random', TEST_SLOWNESS: round === 1 ? '1' : '3' },
    },
  );
  const [code] = await once(run, 'exit');
  if (code !== 0) process.exitCode = 1;
  console.log(`round ${round} of ${ROUNDS} beside ${LOOPS} busy loops: exit code ${code}`);
}
process.exit();
