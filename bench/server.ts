import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '@parlance/sdk';

const START = fileURLToPath(new URL('../apps/api/bin/start.ts', import.meta.url));
const START_TIMEOUT_MS = 60_000;
const PASSWORD = 'bench bench bench';
const SCOPES = [
  'i18n:read',
  'i18n:write',
  'releases:read',
  'releases:write',
  'usage:read',
] as const;

/** The service as it is run, in a process of its own, with an account that may do everything. */
export interface BenchServer {
  readonly url: string;
  readonly apiKey: string;
  readonly client: Client;
  /** Of its own PostgreSQL, for the baselines that write into the same tables. */
  readonly databaseUrl: string;
  /** Most memory that the process has held since `resetPeak`, in MB. Linux only; NaN elsewhere. */
  peakMb(): number;
  resetPeak(): void;
  stop(): Promise<void>;
}

/** Starts the service on a free port with an empty directory of its own. */
export async function startServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url, () => child.exitCode);
    const apiKey = await openAccount(url, dataDir);
    return {
      url,
      apiKey,
      client: createClient({ baseUrl: url, apiKey, maxRetries: 0 }),
      databaseUrl: databaseUrlOf(dataDir),
      peakMb: () => peakMbOf(child.pid!),
      resetPeak: () => resetPeakOf(child.pid!),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function waitUntilReady(url: string, exitCode: () => number | null): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (exitCode() !== null) throw new Error(`the server ended with ${exitCode()}`);
    if (Date.now() > deadline) throw new Error('the server did not start');
    const isReady = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
}

/** Signs up as a person would, with the mail that the service writes to its directory. */
async function openAccount(url: string, dataDir: string): Promise<string> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return response;
  };
  const email = 'bench@example.test';
  await post('/v1/auth/sign-up', { email, password: PASSWORD, name: 'Bench' });
  await post('/v1/auth/verify-email', { token: await mailedToken(join(dataDir, 'mail')) });
  const origin = url.replace('127.0.0.1', 'localhost');
  const session = await post('/v1/auth/sign-in', { email, password: PASSWORD }, { Origin: origin });
  const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0]);
  const created = await post(
    '/v1/api-keys',
    { name: 'bench', scopes: SCOPES },
    { Origin: origin, Cookie: cookie.join('; ') },
  );
  const { data } = (await created.json()) as { data: { token: string } };
  return data.token;
}

async function mailedToken(directory: string): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    for (const name of existsSync(directory) ? readdirSync(directory) : []) {
      const token = /#token=([\w-]+)/.exec(readFileSync(join(directory, name), 'utf8'))?.[1];
      if (token !== undefined) return token;
    }
    await sleep(50);
  }
  throw new Error('the mail did not come');
}

/** The embedded server's socket, as its own configuration names it. */
function databaseUrlOf(dataDir: string): string {
  const configuration = readFileSync(join(dataDir, 'postgres', 'server.conf'), 'utf8');
  const directory = /^unix_socket_directories = '"(.*)"'$/m.exec(configuration)?.[1];
  if (directory === undefined) throw new Error('the socket is not in server.conf');
  return `postgresql://parlance@/postgres?host=${encodeURIComponent(directory)}`;
}

function peakMbOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** proc(5), clear_refs: 5 sets the peak to what is held now. */
function resetPeakOf(pid: number): void {
  if (process.platform !== 'linux') return;
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
