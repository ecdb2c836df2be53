import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@parlance/sdk';
import pg from 'pg';
import { openAccount, type ProcessAccount } from '../../apps/api/test/processes/process.ts';
import { findFreePort } from '../../scripts/find-free-port.ts';
import { childrenOf, peakMbOf, resetPeakOf, totalCpuMsOf, totalMbOf } from '../process-family.ts';
import type { Row } from '../suite.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Node's arguments in `npm start`, for the supervisor and for the server that it starts. */
const START_ARGS = startArgs();
const START_TIMEOUT_MS = 60_000;
const SETTLE_TIMEOUT_MS = 10 * 60_000;
/**
 * Seconds without work after which the service counts as idle. Tasks after an import wait less than this for their
 * schedule and a worker.
 */
const QUIET_SECONDS = 5;
/** Maximum CPU time of an idle service, in milliseconds per second. */
const IDLE_CPU_MS = 100;
const READY = /^Parlance is running/;
/** The service in a separate process, as in production, with an account that has all permissions. */
export interface BenchServer {
  readonly url: string;
  /** Process id of the supervisor, whose descendants are the server and, without DATABASE_URL, PostgreSQL. */
  readonly pid: number;
  /** Process id of the server itself. */
  readonly serverPid: number;
  readonly account: ProcessAccount;
  readonly apiKey: string;
  readonly client: Client;
  /** The connection string of the service's own PostgreSQL, for baselines that write into the same tables. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Peak memory of the server since `resetPeak`, in MB. Linux only; NaN elsewhere. */
  peakMb(): number;
  resetPeak(): void;
  /** Memory of the process and its descendants in MB, with shared pages counted once. Linux only. */
  totalMb(): number;
  /** Processor time in ms of the process and of all processes that it has started so far. Linux only. */
  totalCpuMs(): number;
  /**
   * Resolves when the service is idle: the work after an import or a job (checks, the index of the translation memory)
   * is done. Defaults to five seconds without work.
   */
  settled(quietSeconds?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Yields rows of a new service without rate limits, to whose database `client` is connected. Stops it at the end. */
export async function* onServer(
  rows: (server: BenchServer, client: pg.Client) => AsyncGenerator<Row>,
  env: Record<string, string> = {},
): AsyncGenerator<Row> {
  const server = await startServer({ env: { RATE_LIMITS: 'off', ...env } });
  const client = new pg.Client(server.databaseUrl);
  try {
    await client.connect();
    yield* rows(server, client);
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Starts the service on a free port with its own PostgreSQL, and creates an account. */
export async function startServer({
  env,
}: {
  env?: Record<string, string>;
} = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const service = await startService({ ...env, DATA_DIR: dataDir });
  const stop = async (): Promise<void> => {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const { url, port, pid, serverPid } = service;
    const account = await openAccount({ url, port, dataDir });
    return {
      url,
      pid,
      serverPid,
      account,
      apiKey: account.apiKey,
      client: account.client({ url }),
      databaseUrl: env?.DATABASE_URL ?? databaseUrlOf(dataDir),
      dataDir,
      peakMb: () => peakMbOf(serverPid),
      resetPeak: () => resetPeakOf(serverPid),
      totalMb: () => totalMbOf(pid),
      totalCpuMs: () => totalCpuMsOf(pid),
      settled: (quietSeconds) => untilSettled(pid, quietSeconds),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startArgs(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(1);
}

/** Starts another process of the same service on another port. */
export const startBeside = ({ databaseUrl, dataDir }: BenchServer, env: Record<string, string>) =>
  startService({ ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });

/** Starts a process. `startMs` is the time until it was ready. */
export async function startService(env: Record<string, string>) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, START_ARGS, {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  try {
    await untilReady(child);
    const startMs = performance.now() - startedAt;
    const pid = child.pid!;
    // The server is the last child of the supervisor. The first child builds the files that the server serves.
    const serverPid = childrenOf(pid).at(-1) ?? Number.NaN;
    return { url, port, pid, serverPid, startMs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server did not start')), START_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (!READY.test(line)) return;
      clearTimeout(late);
      resolve();
    });
  });
}

async function untilSettled(pid: number, quietSeconds = QUIET_SECONDS): Promise<void> {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  for (let quiet = 0; quiet < quietSeconds; quiet++) {
    const before = totalCpuMsOf(pid);
    await sleep(1000);
    if (totalCpuMsOf(pid) - before > IDLE_CPU_MS) quiet = -1;
    if (Date.now() > deadline) throw new Error('the service does not become idle');
  }
}

/** Returns the connection string of the embedded server's socket, from its configuration. */
function databaseUrlOf(dataDir: string): string {
  const configuration = readFileSync(join(dataDir, 'postgres', 'server.conf'), 'utf8');
  const directory = /^unix_socket_directories = '"(.*)"'$/m.exec(configuration)?.[1];
  if (directory === undefined) throw new Error('the socket is not in server.conf');
  return `postgresql:///postgres?user=parlance&host=${encodeURIComponent(directory)}`;
}
