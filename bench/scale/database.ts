import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded/embedded.ts';
import { parentOf, totalCpuMsOf } from '../process-family.ts';

/** An empty database for the service and the bare servers. */
export interface ScaleDatabase {
  readonly url: string;
  /** Processor time of PostgreSQL's processes so far, in ms. NaN if they run on another machine. */
  cpuMs(): number;
  /** Runs `edit`, and returns the number of rows that it wrote per edit, by table. */
  rowsOf(edit: () => Promise<unknown>, edits: number): Promise<Map<string, number>>;
  close(): Promise<void>;
}

/** Delay in ms before the statistics of a connection become visible to others. */
const STATISTICS_MS = 2_000;
const COUNT_ROUNDS = 3;

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
  const { rows: own } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(own[0]!.pid);
  const written = async (): Promise<Map<string, number>> => {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select relname as name, (n_tup_ins + n_tup_upd)::float8 as count
       from pg_stat_user_tables where schemaname = 'public'`,
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve, STATISTICS_MS));
  return {
    url,
    cpuMs: () => (postmaster === null ? Number.NaN : totalCpuMsOf(postmaster)),
    async rowsOf(edit, edits) {
      const rounds: Map<string, number>[] = [];
      for (let round = 0; round < COUNT_ROUNDS; round++) {
        await settle();
        const before = await written();
        for (let at = 0; at < edits; at++) await edit();
        await settle();
        const counts = [...(await written())].map(
          ([name, count]) => [name, Math.round((count - (before.get(name) ?? 0)) / edits)] as const,
        );
        rounds.push(new Map(counts));
      }
      // Background work, such as indexing a memory, adds rows to some rounds, so the minimum counts.
      const least = [...rounds[0]!.keys()].map(
        (name) => [name, Math.min(...rounds.map((counts) => counts.get(name) ?? 0))] as const,
      );
      return new Map(least.filter(([, count]) => count > 0));
    },
    async close() {
      await client.end();
      await remove();
    },
  };
}
