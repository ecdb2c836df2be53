import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * `node scripts/run.mjs scripts/test-upgrade.ts [--previous <commit>] [--break <SQL>] [<filter>…]` runs the previous
 * version's API tests on the schema of this version, and then both versions side by side on one database under load.
 *
 * The previous version is the commit in scripts/upgrade/previous-version. `--break` adds statements to the schema to
 * prove that the test can fail. Filters select tests of the previous version.
 */
const { values, positionals } = parseArgs({
  options: { previous: { type: 'string' }, break: { type: 'string' } },
  allowPositionals: true,
});
const root = fileURLToPath(new URL('..', import.meta.url));
const named = readFileSync(join(root, 'scripts/upgrade/previous-version'), 'utf8').trim();
const commit = values.previous ?? named;
const dir = mkdtempSync(join(tmpdir(), 'parlance-previous-'));
// PostgreSQL runs as a different user.
chmodSync(dir, 0o755);
process.on('exit', () => {
  spawnSync('git', ['worktree', 'remove', '--force', dir], { cwd: root });
  rmSync(dir, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

execFileSync('git', ['worktree', 'add', '--detach', '--force', dir, commit], { cwd: root });
const install = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
execFileSync('npm', install, { cwd: dir, stdio: 'inherit' });
console.log(`The previous version is ${commit.slice(0, 8)}.`);
const run = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'upgrade'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      UPGRADE_PREVIOUS: dir,
      UPGRADE_FILTERS: JSON.stringify(positionals),
      ...(values.break === undefined ? {} : { UPGRADE_BREAK: values.break }),
    },
  },
);
const [code] = await once(run, 'exit');
process.exit(code ?? 1);
