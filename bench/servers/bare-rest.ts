import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/embedded.ts';
import { totalCpuMsOf, totalMbOf } from '../process-family.ts';

const SERVER =
  "require('node:http').createServer((request, response) => response.end()).listen(0, '127.0.0.1')";

export interface Bare {
  readonly nodePid: number;
  totalMb(): number;
  totalCpuMs(): number;
  stop(): Promise<void>;
}

/**
 * Starts an idle Node process, PostgreSQL and one connection: the minimum memory of a Node service with its own
 * PostgreSQL.
 */
export async function startBare(): Promise<Bare> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client(postgres.connectionString);
  await client.connect();
  await client.query('select 1');
  const node = spawn(process.execPath, ['-e', SERVER], { stdio: 'ignore' });
  const pids = [node.pid!, postgres.pid];
  const sum = (of: (pid: number) => number): number =>
    pids.reduce((total, pid) => total + of(pid), 0);
  return {
    nodePid: node.pid!,
    totalMb: () => sum(totalMbOf),
    totalCpuMs: () => sum(totalCpuMsOf),
    async stop() {
      node.kill();
      await once(node, 'exit');
      await client.end();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
