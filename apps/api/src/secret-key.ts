import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { secretKey as parseSecretKey } from './config/config-values.ts';
import type { Db } from './db/client.ts';
import { describeFileFault } from './describe-file-fault.ts';
import { KEY_BYTES, type SecretKeys, type Secrets } from './domain/kernel/index.ts';
import { StartError } from './start-error.ts';

export interface ConfiguredKeys extends SecretKeys {
  /** Words for the place of the current key: the variable, or the file with its path. */
  readonly source: string;
}

/**
 * Returns the keys in the configuration. If the configuration has no key, uses the key in a file of DATA_DIR, which
 * the first start creates.
 *
 * @throws StartError if the file does not contain a key
 */
export function readSecretKeys(
  { secretKey, previousSecretKey, dataDir, databaseUrl }: Config,
  log: Pick<Logger, 'warn'>,
): ConfiguredKeys {
  const previous = previousSecretKey;
  if (secretKey !== null) return { current: secretKey, previous, source: 'SECRET_KEY' };
  const path = join(dataDir, 'secret.key');
  const source = `the key in ${path}`;
  const found = readKeyFile(path);
  if (found !== null) return { current: found, previous, source };
  try {
    return { current: createKeyFile(dataDir, path), previous, source };
  } catch (error) {
    const fault = describeFileFault(error);
    if (fault === null) throw error;
    if (databaseUrl !== null) {
      log.warn(`No key for secrets could be created (${fault}). Set SECRET_KEY to use webhooks.`);
    }
    return { current: null, previous, source };
  }
}

function readKeyFile(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new StartError(
      `The key for secrets cannot be read (${describeFileFault(error) ?? path}).`,
      { cause: error },
    );
  }
  try {
    return parseSecretKey(text);
  } catch (error) {
    throw new StartError(`${path} must contain ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Creates the file with a new key. If another process has just created the file, uses the key of that process. The file
 * is written under a temporary name and linked to its final name, so that no process reads a file without a key.
 */
function createKeyFile(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const key = randomBytes(KEY_BYTES);
  const temporary = `${path}.${randomUUID()}`;
  try {
    const options = { mode: 0o600, flag: 'wx', flush: true } as const;
    writeFileSync(temporary, `${key.toString('base64')}\n`, options);
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readKeyFile(path)!;
  } finally {
    rmSync(temporary, { force: true });
  }
  return key;
}

/** @throws StartError if the database has secrets that the keys of the process cannot decrypt */
export async function requireSecretKey(db: Db, secrets: Secrets): Promise<void> {
  if (await secrets.fits(db)) return;
  throw new StartError(
    'SECRET_KEY, or DATA_DIR/secret.key without it, is not the key that encrypts the secrets in the database: set SECRET_KEY of all processes to that key. To replace the key, set SECRET_KEY_PREVIOUS to the earlier one, and then run `npm run admin -- rotate-secrets`. If the earlier key is lost, run `npm run admin -- rotate-secrets --discard`.',
  );
}
