import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { saysFullDisk } from './full-disk.ts';
import { makePrivateDirectory, requireOwner } from './location.ts';
import { isCode } from './process-table.ts';
import { spawnDependent } from './spawn-dependent.ts';

/**
 * The only role of the server. It needs no password, because other accounts cannot enter the
 * directory of the socket.
 */
export const ROLE = 'parlance';
const PARTIAL_PREFIX = 'new-';

export type Settings = Readonly<Record<string, string | number | boolean>>;

/**
 * Creates the database cluster if there is none. The cluster has a temporary name until it is
 * complete.
 * @returns true if it created the cluster
 */
export async function ensureCluster(
  root: string,
  pgdata: string,
  nativeDir: string,
  account: Account | null,
  onCreate: () => void,
): Promise<boolean> {
  if (existsSync(pgdata)) {
    // Checks the owner of the directory first, because the files in a directory of another account
    // may be unreadable.
    makePrivateDirectory(pgdata, account);
    const version = join(pgdata, 'PG_VERSION');
    if (existsSync(version)) {
      requireOwner(version, account, pgdata);
      return false;
    }
  }
  requireSameMajor(root, pgdata);
  onCreate();
  for (const name of readdirSync(root)) {
    if (name.startsWith(PARTIAL_PREFIX)) await removePartial(join(root, name));
  }
  const aside = join(root, PARTIAL_PREFIX + process.pid);
  makePrivateDirectory(aside, account);
  await runInitdb(join(nativeDir, 'bin/initdb'), aside, account);
  renameSync(aside, pgdata);
  syncDirectory(dirname(pgdata));
  return true;
}

/**
 * Removes an incomplete cluster. The initdb of a killed process may still be removing files, so
 * missing and new files are not an error. The removal is repeated, because rmSync ends silently
 * when a file disappears.
 */
async function removePartial(directory: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      if (!isCode(error, 'ENOTEMPTY') || performance.now() > deadline) throw error;
    }
    if (!existsSync(directory)) return;
    await sleep(20);
  }
}

function requireSameMajor(root: string, pgdata: string): void {
  const other = readdirSync(root).find((name) => /^pg\d+$/.test(name) && name !== basename(pgdata));
  if (other === undefined) return;
  throw new EmbeddedPostgresError(
    `${join(root, other)} exists, but this release keeps its data in ${pgdata}. Move the data with ` +
      'pg_dump and the release that created it, or move that directory away to start empty.',
  );
}

/**
 * Runs initdb. The builtin locale sorts and changes case identically on every host. LC_CTYPE must
 * know all letters, because pg_trgm asks libc which characters are letters.
 */
async function runInitdb(program: string, directory: string, account: Account | null) {
  const characterType = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const locale = ['--locale=C', `--lc-ctype=${characterType}`];
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8'];
  const access = [`--username=${ROLE}`, '--auth=trust', '--no-instructions'];
  const args = [`--pgdata=${directory}`, ...access, ...locale, ...builtin];
  const child = spawnDependent(program, args, account);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const status = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  if (status === 0) return;
  throw new EmbeddedPostgresError(
    saysFullDisk(stderr)
      ? `The disk that holds ${dirname(directory)} is full: a new database needs about 60 MB.`
      : `initdb ended with ${status}: ${stderr.trim()}`,
  );
}

/** Flushes a directory. Before that, renames in it are not durable. */
function syncDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Settings for a small shared machine. Parallel workers are disabled, because their shared memory
 * would exceed the 64 MB of /dev/shm in a container.
 */
export const DEFAULT_SETTINGS: Settings = {
  max_connections: 100,
  shared_buffers: '96MB',
  huge_pages: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  jit: false,
  random_page_cost: 1.1,
  // The embedded server has no standby, so the minimal WAL is enough.
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  max_wal_size: '2GB',
  // The packaged PostgreSQL supports neither lz4 nor zstd.
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements are not logged, because they may contain secrets.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: false,
  log_line_prefix: '',
};

/**
 * Writes the configuration file of the server. Each start writes the file again, because DATA_DIR
 * or the version of the service may have changed. Settings of `ALTER SYSTEM` take precedence.
 * @returns the path of the file
 */
export function writeConfiguration(root: string, settings: Settings): string {
  const path = join(root, 'server.conf');
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = ${quoteSetting(String(value))}\n`,
  );
  const aside = `${path}.new`;
  rmSync(aside, { force: true });
  writeFileSync(aside, `# Written at each start.\n${lines.join('')}`, { mode: 0o644, flag: 'wx' });
  chmodSync(aside, 0o644);
  renameSync(aside, path);
  return path;
}

/**
 * Quotes a value for the configuration file (PostgreSQL's documentation, "Parameter Interaction via
 * the Configuration File").
 */
function quoteSetting(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\n', '\\n');
  return `'${escaped}'`;
}
