import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, canEnter } from './account.ts';
import { EmbeddedPostgresError } from './error.ts';
import { isCode } from './process-table.ts';

/**
 * Name that the database directory has in DATA_DIR. It can also be the name of a symbolic link to
 * the database directory.
 */
export const ROOT_NAME = 'postgres';
const SOCKET_NAME = '.s.PGSQL.5432';
/**
 * Maximum length of a socket path. sun_path holds 104 bytes on macOS and 108 on Linux, including
 * the terminating zero (unix(7)).
 */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Returns the directory of the embedded database, `DATA_DIR/postgres`. The account of the server
 * may be unable to enter DATA_DIR. If DATA_DIR is empty, it is made accessible, because there is
 * nothing to protect. If it has files, its permissions stay, and `DATA_DIR/postgres` becomes a
 * symbolic link to a new directory under `systemDir`.
 */
export function openRoot(
  dataDir: string,
  systemDir: string,
  chooseAccount: (root: string) => Account | null,
): { root: string; account: Account | null; relocated: boolean } {
  const path = join(dataDir, ROOT_NAME);
  makeEnterableDirectory(dataDir);
  const existing = lstatSync(path, { throwIfNoEntry: false });
  if (existing === undefined) {
    const account = chooseAccount(path);
    if (!canEnter(account, dataDir) && !openIfEmpty(dataDir, account)) {
      return relocate(path, systemDir, account);
    }
    makeEnterableDirectory(path);
    return { root: realpathSync(path), account, relocated: false };
  }
  const root = followRoot(path);
  const account = chooseAccount(root);
  if (!canEnter(account, root)) {
    throw new EmbeddedPostgresError(
      `The account ${account?.name} cannot access ${root}, which contains the data of the database. ` +
        'Give it access to the parent directories (chmod o+x), or set DATA_DIR to another directory.',
    );
  }
  return { root, account, relocated: false };
}

function openIfEmpty(directory: string, account: Account | null): boolean {
  if (readdirSync(directory).length > 0 || !canEnter(account, dirname(directory))) return false;
  chmodSync(directory, statSync(directory).mode | 0o011);
  return canEnter(account, directory);
}

function followRoot(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    throw new EmbeddedPostgresError(
      `${path} is a link to a directory that does not exist. Restore the directory, or, to start with an ` +
        'empty database, remove the link.',
    );
  }
}

function relocate(path: string, systemDir: string, account: Account | null) {
  const root = join(systemDir, randomBytes(6).toString('hex'));
  try {
    makeEnterableDirectory(root);
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR')) throw error;
    throw cannotPlace(path, systemDir, account);
  }
  if (!canEnter(account, root)) throw cannotPlace(path, systemDir, account);
  try {
    symlinkSync(root, path);
  } catch (error) {
    rmdirSync(root);
    if (!isCode(error, 'EEXIST')) throw error;
    return { root: followRoot(path), account, relocated: false };
  }
  return { root: realpathSync(root), account, relocated: true };
}

function cannotPlace(path: string, systemDir: string, account: Account | null) {
  return new EmbeddedPostgresError(
    `The account ${account?.name}, as which PostgreSQL runs when this process is root, cannot enter ` +
      `${dirname(path)}, nor ${systemDir} instead. Set DATA_DIR to a directory that it can enter, or ` +
      'start the service as an ordinary user.',
  );
}

/**
 * Creates a directory and its missing parents. If the process runs as root, other accounts can enter them under any
 * umask. Creates one directory at a time, because Node's recursive mkdir never returns in /proc.
 */
function makeEnterableDirectory(path: string): void {
  const missing: string[] = [];
  let at = path;
  for (; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  if (!statSync(at).isDirectory()) {
    throw new EmbeddedPostgresError(
      `${at} is a file, not a directory. Set DATA_DIR to another directory.`,
    );
  }
  for (const directory of missing) {
    try {
      mkdirSync(directory);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      continue;
    }
    if (process.getuid?.() === 0) chmodSync(directory, statSync(directory).mode | 0o011);
  }
}

export function makePrivateDirectory(path: string, account: Account | null): void {
  try {
    mkdirSync(path, { mode: 0o700 });
    if (account !== null) lchownSync(path, account.uid, account.gid);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  if (!lstatSync(path).isDirectory()) {
    throw new EmbeddedPostgresError(
      `${path} is not a directory. Set DATA_DIR to another directory.`,
    );
  }
  requireOwner(path, account, path);
  chmodSync(path, 0o700);
}

/** @throws EmbeddedPostgresError if another account owns the path */
export function requireOwner(path: string, account: Account | null, directory: string): void {
  const { uid } = lstatSync(path);
  const wantedUid = account?.uid ?? process.getuid?.();
  if (uid === wantedUid) return;
  const runsAs = account === null ? 'this process runs as' : 'PostgreSQL runs as';
  throw new EmbeddedPostgresError(
    `${path} belongs to the account ${uid}, but ${runsAs} ${nameOf(account)}. Give it back, as root, with: ` +
      `chown -R ${nameOf(account)} ${directory}`,
  );
}

const nameOf = (account: Account | null): string => account?.name ?? String(process.getuid?.());

/**
 * Returns the directory of the server's socket: the directory of the database, or a temporary
 * directory if that path is too long for a socket.
 */
export function chooseSocketDirectory(
  root: string,
  account: Account | null,
  temporaryDirs: readonly string[] = [tmpdir(), '/tmp'],
): string {
  const name = `parlance-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const candidates = [join(root, 'run'), ...temporaryDirs.map((parent) => join(parent, name))];
  const fitting = candidates.find(
    (directory) =>
      Buffer.byteLength(join(directory, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES &&
      canEnter(account, dirname(directory)),
  );
  if (fitting === undefined) {
    throw new EmbeddedPostgresError(
      `The path ${root} is too long for a socket, and so is every temporary directory: set DATA_DIR ` +
        'to a shorter path.',
    );
  }
  return fitting;
}

export const socketPath = (socketDirectory: string): string => join(socketDirectory, SOCKET_NAME);
