import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';

/**
 * `npm run test:retention` fills a database with ten years of work with SQL, and runs retention sweeps while people
 * edit. It needs 20 GB of disk space in TMPDIR. RETENTION_CHANGES and RETENTION_RELEASES reduce the size.
 */
const run = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.retention.config.ts'],
  // TMPDIR is set so that the database is not stored in memory.
  { stdio: 'inherit', env: { ...process.env, TMPDIR: tmpdir() } },
);
const [code] = await once(run, 'exit');
process.exit(code ?? 1);
