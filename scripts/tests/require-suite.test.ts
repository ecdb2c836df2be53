import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

it('npm run test:suite with a wrong name lists the existing suites', () => {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'fault'];
  const { status, stderr } = spawnSync(process.execPath, vitest, { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(
      /^There is no suite fault\. The suites are everyday, surface, .*faults.*\n$/,
    ),
  });
});
