import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { makeTestDirectory } from './postgres.ts';

const TIMEOUT_MS = 60_000;
const VERSIONS_DIR = '/usr/lib/postgresql';

/** Folder of the programs of the distribution's newest PostgreSQL, or null without the package postgresql. */
export const debianBinDir: string | null = findBinDir();

function findBinDir(): string | null {
  if (!existsSync(VERSIONS_DIR)) return null;
  const newest = readdirSync(VERSIONS_DIR)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1);
  const binDir = newest && join(VERSIONS_DIR, newest, 'bin');
  return binDir && existsSync(join(binDir, 'initdb')) ? binDir : null;
}

/** Runs one of the programs as an ordinary user, because PostgreSQL refuses to run as root. */
const runDebian = (program: string, args: string[]): void =>
  runUnprivileged([join(debianBinDir!, program), ...args], '/');

/** Runs a documented script, which finds the programs by name. */
export const runDebianScript = (script: string, cwd: string, env: NodeJS.ProcessEnv): void =>
  runUnprivileged(['/bin/sh', '-ec', script], cwd, withPrograms(env));

/** Runs a documented script while this process does other work. */
export async function runDebianBeside(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const [file, ...rest] = unprivileged(['/bin/sh', '-ec', script]);
  await promisify(execFile)(file!, rest, { cwd, env: withPrograms(env), timeout: TIMEOUT_MS });
}

const withPrograms = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: [debianBinDir, process.env.PATH].join(delimiter),
  ...env,
});

function runUnprivileged(words: string[], cwd: string, env = process.env): void {
  const [file, ...rest] = unprivileged(words);
  execFileSync(file!, rest, { cwd, env, stdio: 'ignore', timeout: TIMEOUT_MS });
}

const unprivileged = (words: readonly string[]): string[] => [
  ...(process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    : []),
  ...words,
];

/** A server that runs the distribution's own PostgreSQL. */
export interface DebianServer {
  /** Folder that every account can access, for dumps and other files. */
  readonly dir: string;
  /** Connection string with a socket in `dir`. */
  readonly connectionString: string;
  /** Returns the pid of the running postmaster. */
  pid(): number;
  start(settings?: Record<string, string | number>): void;
  /** Stops the server immediately, as a crash would. */
  stop(): void;
  promote(): void;
  /** Stops the server and deletes its files. */
  remove(): void;
}

/** Creates a folder in which the programs of the distribution may write. */
export function makeDebianDirectory(): string {
  const dir = makeTestDirectory();
  if (process.getuid?.() === 0) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })),
    );
    chownSync(dir, uid!, gid!);
  }
  return dir;
}

/** Creates an empty server, a standby of another one, or a server with the files of a backup. `start` starts it. */
export function createDebianServer(
  options: { port?: number; standbyOf?: DebianServer; backup?: string } = {},
): DebianServer {
  const { port = 5432, standbyOf, backup } = options;
  const dir = makeDebianDirectory();
  const data = join(dir, 'data');
  if (backup !== undefined) {
    // PostgreSQL replays the archive before it serves, as after a restore.
    const script = 'cp -R "$BACKUP" "$DATA" && chmod 700 "$DATA" && touch "$DATA/recovery.signal"';
    runDebianScript(script, dir, { BACKUP: backup, DATA: data });
  } else if (standbyOf) {
    const source = ['-d', standbyOf.connectionString, '-X', 'stream', '-c', 'fast'];
    runDebian('pg_basebackup', [...source, '-D', data, '--write-recovery-conf']);
  } else {
    const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
    runDebian('initdb', ['-D', data, '-U', 'parlance', '-A', 'trust', ...locale]);
  }
  const control = (...args: string[]): void => runDebian('pg_ctl', ['-D', data, '-w', ...args]);
  let isRunning = false;
  return {
    dir,
    connectionString: `postgresql:///postgres?host=${encodeURIComponent(dir)}&port=${port}&user=parlance`,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
    start(settings = {}) {
      const all = {
        listen_addresses: '',
        unix_socket_directories: dir,
        port,
        fsync: 'off',
        ...settings,
      };
      const flags = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
      control('-l', join(dir, 'log'), '-o', flags.join(' '), 'start');
      isRunning = true;
    },
    stop() {
      control('-m', 'immediate', 'stop');
      isRunning = false;
    },
    promote: () => control('promote'),
    remove() {
      if (isRunning) this.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
