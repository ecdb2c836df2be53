import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { findFreePort } from '../../../../scripts/find-free-port.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { until } from '../processes/process.ts';
import { makeTestDirectory } from './postgres.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** True if PgBouncer is installed (package pgbouncer). */
export const hasPgbouncer = existsSync(PROGRAM);

export interface TestPgbouncer {
  /** Connection string of the same database through the pooler. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a PgBouncer in front of a test server, which it reaches through a socket. */
export async function startPgbouncer(
  connectionString: string,
  options: {
    poolMode: 'session' | 'transaction' | 'statement';
    poolSize?: number;
    settings?: Record<string, string | number>;
  },
): Promise<TestPgbouncer> {
  const { database, host, user } = new pg.Client({ connectionString });
  const dir = makeTestDirectory();
  const port = await findFreePort();
  const file = join(dir, 'pgbouncer.ini');
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: options.poolMode,
    default_pool_size: options.poolSize ?? 60,
    max_client_conn: 200,
    ...options.settings,
  };
  writeFileSync(
    file,
    [
      '[databases]',
      `${database} = host=${host} dbname=${database} user=${user}`,
      '[pgbouncer]',
      ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
  );
  // PgBouncer refuses to run as root, and only the owner may enter the directory of the socket.
  const { uid, gid } = statSync(host);
  chownSync(file, uid, gid);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(PROGRAM, [file], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot ? { uid, gid } : {}),
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => void running.delete(child));
  const log = text(child.stderr);
  const pooled = `postgresql://${user}@127.0.0.1:${port}/${database}`;
  try {
    // `expect.poll` is not used, because benchmarks outside vitest also start a PgBouncer.
    const answers = () =>
      requireAnswer(pooled).then(
        () => true,
        () => false,
      );
    await until('an answer', answers, 60_000 * SLOWNESS);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`PgBouncer did not start: ${await log}`, { cause: error });
  }
  return {
    connectionString: pooled,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function requireAnswer(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end();
  }
}
