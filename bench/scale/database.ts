import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/embedded.ts';
import { parentOf, totalCpuMsOf } from '../process-family.ts';

/** An empty database for the service and the bare servers. */
export interface ScaleDatabase {
  readonly url: string;
  readonly client: pg.Client;
  /** Processor time of PostgreSQL's processes so far, in ms. NaN if they run on another machine. */
  cpuMs(): number;
  close(): Promise<void>;
}

/** Creates a database in the server of DATABASE_URL, or starts the embedded PostgreSQL. */
export async function openScaleDatabase(given: string | undefined): Promise<ScaleDatabase> {
  if (given !== undefined) {
    const name = `parlance_scale_${process.pid}`;
    await runOn(given, `create database ${name}`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    return open(url.href, () => runOn(given, `drop database ${name} with (force)`));
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-scale-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  return open(postgres.connectionString, async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

async function runOn(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

async function open(url: string, remove: () => Promise<void>): Promise<ScaleDatabase> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]!.pid);
  return {
    url,
    client,
    cpuMs: () => (postmaster === null ? Number.NaN : totalCpuMsOf(postmaster)),
    async close() {
      await client.end();
      await remove();
    },
  };
}
