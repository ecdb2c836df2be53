import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './error.ts';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account for the PostgreSQL server if this process runs as root, because PostgreSQL
 * refuses to run as root. Null if this process does not run as root.
 *
 * The account is the owner of the existing data, or else `postgres` or `nobody`.
 */
export function chooseAccount(pgdata: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(parseAccount);
  const ownerUid = statSync(pgdata, { throwIfNoEntry: false })?.uid ?? 0;
  const standard =
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (standard === undefined) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and neither the account postgres nor nobody exists. ' +
        'Start the service as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (ownerUid === 0) return standard;
  const owner = accounts.find(({ uid }) => uid === ownerUid);
  if (owner === undefined) {
    throw new EmbeddedPostgresError(
      `${pgdata} belongs to the account ${ownerUid}, which does not exist on this machine. Give it to an ` +
        `existing account, as root, with: chown -R ${standard.name} ${pgdata}`,
    );
  }
  return owner;
}

export function spawnIdentity(account: Account | null): { uid?: number; gid?: number } {
  // Converts the ids to signed numbers, which `spawn` requires. macOS gives the id of `nobody` as
  // -2.
  return account === null ? {} : { uid: account.uid | 0, gid: account.gid | 0 };
}

/**
 * Tests access with a script that runs as the account. A script is used because permission bits do not reflect ACLs and
 * mount options.
 */
export function succeedsAs(account: Account | null, script: string, args: string[]): boolean {
  const run = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    ...spawnIdentity(account),
    cwd: '/',
    env: {},
    stdio: 'ignore',
    timeout: 30_000,
  });
  if (run.error !== undefined && account !== null) {
    throw new EmbeddedPostgresError(
      `This process is root but cannot become ${account.name} (${run.error.message}), as PostgreSQL ` +
        'needs. Start the service as an ordinary user, or set DATABASE_URL.',
    );
  }
  return run.status === 0;
}

export const canEnter = (account: Account | null, directory: string): boolean =>
  account === null || succeedsAs(account, 'cd "$1"', [directory]);

function parseAccount(line: string): Account[] {
  const [name, , uid, gid] = line.split(':');
  if (!name || uid === undefined || gid === undefined || !/^-?\d+$/.test(uid)) return [];
  return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
}
