import { rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeFileFault } from '../../describe-file-fault.ts';
import { type Account, chooseAccount } from './account.ts';
import { findPackage, type PostgresPackage, prepareBinaries } from './binaries.ts';
import {
  DEFAULT_SETTINGS,
  ensureCluster,
  ROLE,
  type Settings,
  writeConfiguration,
} from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import {
  chooseSocketDirectory,
  makePrivateDirectory,
  openRoot,
  ROOT_NAME,
  socketPath,
} from './location.ts';
import { claimOwnership } from './owner.ts';
import { isCode, readIfThere } from './process-table.ts';
import { clearRemains } from './remains.ts';
import { type EmbeddedLog, launchServer } from './server.ts';

export { DatabaseInUseError, EmbeddedPostgresError } from './error.ts';
export type { EmbeddedLog } from './server.ts';

/**
 * Directory for the database if the process runs as root and the server's account cannot enter
 * DATA_DIR.
 */
const SYSTEM_DIR = '/var/lib/parlance';
const DATABASE = 'postgres';

export interface EmbeddedOptions {
  /** Path of DATA_DIR. Its directory `postgres` contains the database. */
  readonly dataDir: string;
  readonly log?: EmbeddedLog;
  /** Settings of PostgreSQL that override the settings of the service. */
  readonly settings?: Settings;
  readonly systemDir?: string;
}

export interface EmbeddedPostgres {
  /**
   * Connection URL for `pg`, with a Unix socket that only root and the server's account can open.
   */
  readonly connectionString: string;
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Directory of the database cluster. Symbolic links are resolved. */
  readonly pgdata: string;
  /** Resolves with the reason if the server ends before `stop` is called. */
  readonly died: Promise<Error>;
  /** Shuts the server down and releases the directory. Later calls wait for the same shutdown. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of the npm package. The server ends with this process, even if the
 * process is killed. No committed data is lost.
 * @throws EmbeddedPostgresError if the directory is in use or inaccessible, or if there is no
 * PostgreSQL for this platform
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? { info() {}, warn() {} };
  try {
    const postgresPackage = findPackage();
    const cluster = openPlace(options, `pg${postgresPackage.major}`, log);
    const disown = await claimOwnership(cluster.root, resolve(options.dataDir));
    try {
      return await startIn(cluster, postgresPackage, options.settings ?? {}, log, disown);
    } catch (error) {
      disown();
      throw error;
    }
  } catch (error) {
    const fault = describeFileFault(error);
    if (fault === null) throw error;
    throw new EmbeddedPostgresError(
      `The embedded database cannot be kept in DATA_DIR (${fault}). Set DATA_DIR to a directory that this ` +
        'process can write to.',
      { cause: error },
    );
  }
}

interface ClusterFolder {
  readonly root: string;
  readonly pgdata: string;
  readonly account: Account | null;
}

function openPlace(options: EmbeddedOptions, clusterName: string, log: EmbeddedLog): ClusterFolder {
  const dataDir = resolve(options.dataDir);
  const { root, account, relocated } = openRoot(
    dataDir,
    options.systemDir ?? SYSTEM_DIR,
    (candidate) => chooseAccount(join(candidate, clusterName)),
  );
  if (relocated) {
    log.warn(
      `The account ${account?.name} cannot access ${dataDir}: the data of the database is in ${root}`,
    );
  }
  return { root, pgdata: join(root, clusterName), account };
}

async function startIn(
  { root, pgdata, account }: ClusterFolder,
  postgresPackage: PostgresPackage,
  settings: Settings,
  log: EmbeddedLog,
  disown: () => void,
): Promise<EmbeddedPostgres> {
  const { nativeDir, copied } = prepareBinaries(postgresPackage, root, account);
  if (copied) log.info(`Copied the programs of PostgreSQL to ${nativeDir}`);
  await ensureCluster(root, pgdata, nativeDir, account, () =>
    log.info(`Creating the database in ${pgdata}`),
  );
  const host = chooseSocketDirectory(root, account);
  makePrivateDirectory(host, account);
  const configuration = writeConfiguration(root, {
    ...DEFAULT_SETTINGS,
    ...settings,
    listen_addresses: '',
    unix_socket_directories: quoteListItem(host),
    unix_socket_permissions: '0700',
  });
  await clearRemains(pgdata, socketPath(host), log);
  const program = join(nativeDir, 'bin/postgres');
  const server = await launchServer({ program, pgdata, configuration, account }, log);
  return {
    connectionString: urlOf(host),
    host,
    user: ROLE,
    database: DATABASE,
    pid: server.pid,
    pgdata,
    died: server.died,
    async stop() {
      await server.stop();
      removeIfEmpty(host);
      disown();
    },
  };
}

const urlOf = (host: string): string =>
  `postgresql://${ROLE}@/${DATABASE}?host=${encodeURIComponent(host)}`;

/**
 * Returns the URL of an embedded database that another process runs in DATA_DIR. Null if no other
 * process runs one.
 * @throws EmbeddedPostgresError if this account has no access
 */
export function findRunningPostgres(dataDir: string): string | null {
  const pgdata = join(resolve(dataDir), ROOT_NAME, `pg${findPackage().major}`);
  try {
    // Line 5 of postmaster.pid contains the directory of the socket (PostgreSQL's pidfile.h).
    const host = readIfThere(join(pgdata, 'postmaster.pid'))?.split('\n')[4];
    return host ? urlOf(host) : null;
  } catch (error) {
    const fault = describeFileFault(error);
    if (fault === null) throw error;
    throw new EmbeddedPostgresError(
      `The running database cannot be reached (${fault}). Run the command with the account that runs the service, or as root.`,
      { cause: error },
    );
  }
}

/**
 * Quotes an item of a comma-separated setting, in which any character is allowed between double
 * quotes.
 */
const quoteListItem = (item: string): string => `"${item.replaceAll('"', '""')}"`;

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (!isCode(error, 'ENOTEMPTY', 'ENOENT', 'EEXIST')) throw error;
  }
}
