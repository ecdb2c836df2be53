import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXCEPTIONS } from './partitioned/exceptions.ts';
import { readExplained } from './partitioned/explained.ts';

/**
 * `node scripts/run.mjs scripts/test-partitioned.ts [<filter>…]` runs the tests of the API with content tables that are
 * partitioned by project (docs/scaling/partition.sql), and then checks the executed plans: every statement must touch
 * one partition, except for the listed exceptions.
 */
const dir = mkdtempSync(join(tmpdir(), 'parlance-plans-'));
// PostgreSQL runs as a different user.
chmodSync(dir, 0o777);
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));

const filters = process.argv.slice(2);
const run = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'partitioned', ...filters],
  { stdio: 'inherit', env: { ...process.env, TEST_PARTITIONED: dir } },
);
const [code] = await once(run, 'exit');
if (code !== 0) process.exitCode = 1;

const statements = [...(await readExplained(dir)).values()];
const spread = statements.filter(({ partitions }) => partitions > 1);
const exceptions = Object.entries(EXCEPTIONS);
const isMatched = (statement: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(statement));
const executions = statements.reduce((sum, explained) => sum + explained.executions, 0);
console.log(
  `${statements.length} statements, executed ${executions} times: ${statements.length - spread.length} touch at most one partition.`,
);
for (const [reason, patterns] of exceptions) {
  const count = spread.filter(({ statement }) => isMatched(statement, patterns)).length;
  console.log(`${String(count).padStart(5)}  ${reason}`);
  // With a filter, the tests of a statement may not have run.
  if (count === 0 && filters.length === 0) process.exitCode = 1;
}
const faults = spread.filter(
  ({ statement }) => !exceptions.some(([, patterns]) => isMatched(statement, patterns)),
);
for (const { statement, partitions, tables } of faults) {
  console.error(`\ntouches ${partitions} partitions of ${tables.join(', ')}:\n${statement}`);
}
if (faults.length > 0 || executions === 0) process.exitCode = 1;
process.exit();
