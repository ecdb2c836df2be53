import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/embedded.ts';
import { totalCpuMsOf, totalMbOf } from '../process-family.ts';

const SERVER =
  "require('node:http').createServer((request, response) => response.end()).listen(0, '127.0.0.1')";

export interface Bare {
  totalMb(): number;
  totalCpuMs(): number;
  stop(): Promise<void>;
}

/**
 * Starts an idle Node process, PostgreSQL and one connection: the minimum memory of a Node service with its own
 * PostgreSQL.
 */
export async function startBare(dataDir: string): Promise<Bare> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client(postgres.connectionString);
  await client.connect();
  await client.query('select 1');
  const node = spawn(process.execPath, ['-e', SERVER], { stdio: 'ignore' });
  const pids = [node.pid!, postgres.pid];
  const sum = (of: (pid: number) => number): number =>
    pids.reduce((total, pid) => total + of(pid), 0);
  return {
    totalMb: () => sum(totalMbOf),
    totalCpuMs: () => sum(totalCpuMsOf),
    async stop() {
      node.kill();
      await once(node, 'exit');
      await client.end();
      await postgres.stop();
    },
  };
}
