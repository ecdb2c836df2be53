import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Project, SCOPES } from '@parlance/contracts';
import { type Client, createClient } from '@parlance/sdk';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts';
import { processTable } from '../../src/db/embedded/process-table.ts';
import { makeTestDirectory, seedCluster } from '../servers/postgres.ts';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
/** A deadline that only a hanging process reaches. */
const START_TIMEOUT_MS = 150_000 * SLOWNESS;
const MAIL_TIMEOUT_MS = 60_000 * SLOWNESS;
const READY = /^Parlance is running/;
/** Password of the account. It differs from the password in the welcome lines, because the service prints those. */
const PASSWORD = 'a password of a process';

/**
 * Environment variables that child processes inherit: the path of programs, and Node's compile cache, which halves
 * the time of a start.
 */
export const INHERITED_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** A process of the service, as an operator starts it. */
export interface ServiceProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** Lines of standard output and standard error so far. */
  readonly lines: readonly string[];
  /** Exit code, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly hasEnded: boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGKILL, and waits for the end. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<number | NodeJS.Signals>;
}

export interface ProcessOptions {
  /** Data folder of the service, which all of its processes share. It contains mails and models. */
  dataDir: string;
  /** URL of the database. Defaults to the embedded PostgreSQL in `dataDir`. */
  databaseUrl?: string;
  role?: 'all' | 'api' | 'worker';
  port?: number;
  env?: Record<string, string>;
  /** Folder of another version of the service. Defaults to this version. */
  checkout?: string;
  /** True to wait until the service is ready. Defaults to true. Set it to false for a start that must fail. */
  waitsUntilReady?: boolean;
  /** True if the process is the supervisor that `npm start` runs, and the server its child. */
  isSupervised?: boolean;
}

/** The addresses of a service and the folder of its mails. */
type ServicePlace = Pick<ServiceProcess, 'url' | 'port' | 'dataDir'>;

const running = new Set<ChildProcess>();
// No process outlives the tests, however they end.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process and waits until it logs that it is ready. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const port = options.port ?? (await findFreePort());
  const { checkout = CHECKOUT } = options;
  const start = join(checkout, 'apps/api/bin/start.ts');
  const run = [join(checkout, 'scripts/run.mjs'), '--supervise', start];
  const child = spawn(process.execPath, options.isSupervised === true ? run : [start], {
    cwd: checkout,
    env: {
      ...INHERITED_ENV,
      RATE_LIMITS: 'off',
      DRAIN_MS: '20000',
      MT_ENGINES: 'pseudo',
      ...options.env,
      DATA_DIR: options.dataDir,
      PORT: String(port),
      ROLE: options.role ?? 'all',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const lines: string[] = [];
  let hasEnded = false;
  const ended = once(child, 'exit').then(([code, signal]) => {
    hasEnded = true;
    running.delete(child);
    return (code ?? signal) as number | NodeJS.Signals;
  });
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (READY.test(line)) resolve();
      });
    }
  });
  const service: ServiceProcess = {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid!,
    dataDir: options.dataDir,
    lines,
    ended,
    get hasEnded() {
      return hasEnded;
    },
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
  if (options.waitsUntilReady === false) return service;
  const outcome = await Promise.race([
    ready.then(() => 'ready' as const),
    ended,
    sleep(START_TIMEOUT_MS, 'late' as const, { ref: false }),
  ]);
  if (outcome === 'ready') return service;
  child.kill('SIGKILL');
  throw new Error(`the service did not start (${outcome}):\n${lines.join('\n')}`);
}

/** A PostgreSQL with production settings that a test may kill and freeze. */
export interface TestDatabaseServer {
  /** Connection string, which stays the same after a restart. */
  readonly connectionString: string;
  /** Sends SIGKILL to the postmaster, as the kernel does if memory runs out. */
  kill(): void;
  /** Starts the server again after a kill. */
  restart(): Promise<void>;
  /** Sends SIGSTOP to all of its processes. They keep their connections and stop responding. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

export async function startDatabaseServer(): Promise<TestDatabaseServer> {
  const dataDir = makeTestDirectory();
  await seedCluster(dataDir);
  let server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir });
  const { connectionString, pgdata } = server;
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of processTable.findServer(pgdata)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // The process of a connection can end after it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  return {
    connectionString,
    kill: () => void process.kill(server.pid, 'SIGKILL'),
    async restart() {
      await server.died;
      await server.stop();
      server = await startEmbeddedPostgres({ dataDir });
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async stop() {
      signalAll('SIGCONT');
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A user account on a service that runs in other processes. */
export interface ProcessAccount {
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly apiKey: string;
  readonly organizationId: string;
  /** Returns a client with the API key for this process of the service. */
  client(service: Pick<ServiceProcess, 'url'>): Client;
}

/** Returns the Origin header of a request from the site's own page. */
const originOf = ({ port }: Pick<ServiceProcess, 'port'>): string => `http://localhost:${port}`;

/** Sends a request like a browser, and returns what the SDK hides: cookies, statuses, headers. */
export async function send(
  service: Omit<ServicePlace, 'dataDir'>,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; timeoutMs?: number } = {},
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      Origin: originOf(service),
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: AbortSignal.timeout(options.timeoutMs ?? 60_000),
  });
  const text = await response.text();
  const body = text === '' ? {} : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

export async function openAccount(
  service: ServicePlace,
  email = `user-${Math.random().toString(36).slice(2)}@example.test`,
): Promise<ProcessAccount> {
  const require = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await send(service, 'POST', path, { body, headers });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const credentials = { email, password: PASSWORD };
  await require('/v1/auth/sign-up', { ...credentials, name: 'Test Person' });
  await require('/v1/auth/verify-email', { token: await mailedToken(service.dataDir, email) });
  const signedIn = await require('/v1/auth/sign-in', credentials);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { body } = await require('/v1/api-keys', { name: 'Test key', scopes: SCOPES }, {
    Cookie: cookie,
  });
  const { token: apiKey } = body.data as { token: string };
  const organizations = await send(service, 'GET', '/v1/organizations', {
    headers: { Cookie: cookie },
  });
  const [organization] = organizations.body.data as { id: string }[];
  return {
    ...credentials,
    cookie,
    apiKey,
    organizationId: organization!.id,
    client: ({ url }) => createClient({ baseUrl: url, apiKey, maxRetries: 0 }),
  };
}

/** Returns the mails that the service wrote without SMTP, oldest first. */
export function mailsTo(dataDir: string, email: string): string[] {
  const directory = join(dataDir, 'mail');
  return readdirSync(directory)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .filter((mail) => /^To: .*$/m.exec(mail)?.[0].includes(email));
}

async function mailedToken(dataDir: string, email: string): Promise<string> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (Date.now() < deadline) {
    try {
      const token = /#token=([\w-]+)/.exec(mailsTo(dataDir, email).at(-1) ?? '')?.[1];
      if (token !== undefined) return token;
    } catch (error) {
      // The directory is created with the first mail.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await sleep(20);
  }
  throw new Error(`no mail to ${email} came`);
}

export async function createProjectOf(client: Client, name = 'Test project'): Promise<Project> {
  const { data } = await client.i18n.projects.create({ name, sourceLocale: 'en' });
  return data;
}

/**
 * Waits until `check` returns true.
 * @throws an error after `timeoutMs`
 */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  timeoutMs: number,
  pauseMs = 50,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await check())) {
    if (performance.now() - startedAt > timeoutMs * SLOWNESS) {
      throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    }
    await sleep(pauseMs);
  }
  return performance.now() - startedAt;
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
