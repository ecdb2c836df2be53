import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeTestDirectory,
  startPostgres,
  type TestPostgres,
  withDatabase,
} from '../servers/postgres.ts';
import { expand, UPGRADE_FILTERS, UPGRADE_PREVIOUS } from './previous.ts';

/** Tests that start with an empty database, or that read the catalog and thus see the new schema. */
const APART = ['**/{migrate,copy,hosts,start-error,indexes,content-reads,postgres}.test.ts'];

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres({ max_connections: 200 });
  // Each database of the previous version's tests is a copy of this database.
  await expand(withDatabase(server.connectionString, 'template1'));
});
afterAll(() => server?.stop());

it('the previous version passes its own API tests on the schema of this version', async () => {
  const checkout = UPGRADE_PREVIOUS!;
  const report = join(makeTestDirectory(), 'report.json');
  const run = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      // Versions before 2026-12 have a configuration for each suite.
      ...(existsSync(join(checkout, 'vitest.partitioned.config.ts'))
        ? ['--config', 'vitest.partitioned.config.ts']
        : ['--project', 'partitioned']),
      ...APART.flatMap((pattern) => ['--exclude', pattern]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(JSON.parse(UPGRADE_FILTERS) as string[]),
    ],
    {
      cwd: checkout,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...withoutVitest(process.env), TEST_DATABASE_URL: server.connectionString },
    },
  );
  await once(run, 'exit');
  if (!existsSync(report)) throw new Error(`the tests of ${checkout} did not run`);
  const { numPassedTests, numFailedTests, testResults }: Report = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  console.info(
    `tests of the previous version on this schema: ${numPassedTests} passed, ${numFailedTests} failed`,
  );
  const failed = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((result) => `${name}: ${result.fullName}: ${result.failureMessages[0]?.split('\n')[0]}`),
  ]);
  expect(failed).toEqual([]);
  expect(numPassedTests).toBeGreaterThan(0);
});

/** Removes the variables that a test run passes to its workers. */
const withoutVitest = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^VITEST|^TEST$|^TEST_(?!WORKERS$)/.test(name)),
  );
