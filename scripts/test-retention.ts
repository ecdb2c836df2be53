import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';

/**
 * `npm run test:retention` fills a database with ten years of work by SQL, and sweeps it while people edit. It needs
 * 20 GB of disk in TMPDIR. RETENTION_CHANGES and RETENTION_RELEASES make it smaller.
 */
const run = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.retention.config.ts'],
  // Set, so that the database is not kept in memory.
  { stdio: 'inherit', env: { ...process.env, TMPDIR: tmpdir() } },
);
const [code] = await once(run, 'exit');
process.exit(code ?? 1);
