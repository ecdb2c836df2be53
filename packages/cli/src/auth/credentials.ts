import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { failUsage } from '../fault.ts';
import type { Io } from '../io.ts';

/** An API key that `parlance login` stored. */
export interface StoredKey {
  key: string;
  name: string;
  /**
   * True if `parlance login` created the API key on the server. Only this command line tool uses
   * such a key.
   */
  isPersonal?: boolean;
}

/** Keys by the address of their server: its origin and base path, without a slash at the end. */
type Stored = Record<string, StoredKey>;

/**
 * Returns the path of the file that stores an API key for each server. Only the user can read the
 * file.
 */
export function credentialsPath({ env }: Pick<Io, 'env'>): string {
  const folder =
    platform() === 'win32'
      ? (env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : (env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'));
  return join(folder, 'parlance', 'credentials.json');
}

function readAll(io: Pick<Io, 'env'>): Stored {
  const path = credentialsPath(io);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return (JSON.parse(text) as { servers: Stored }).servers;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failUsage('The file is not JSON; delete it and log in again.', { file: path });
  }
}

export function storedKeyOf(io: Pick<Io, 'env'>, address: string): StoredKey | undefined {
  const stored = readAll(io);
  return Object.hasOwn(stored, address) ? stored[address] : undefined;
}

export const storedAddresses = (io: Pick<Io, 'env'>): string[] => Object.keys(readAll(io));

/**
 * Stores the API key of a server. If `key` is null, removes the stored key, and returns false if
 * there is none.
 */
export function storeKey(io: Pick<Io, 'env'>, address: string, key: StoredKey | null): boolean {
  const path = credentialsPath(io);
  const stored = readAll(io);
  const had = Object.hasOwn(stored, address);
  if (key) stored[address] = key;
  else delete stored[address];
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify({ servers: stored }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, path);
  return had;
}
