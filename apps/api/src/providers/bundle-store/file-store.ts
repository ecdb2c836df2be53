import { randomUUID } from 'node:crypto';
import { link, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256Of } from '../../lib/sha256.ts';
import {
  type BundleStore,
  BundleStoreError,
  type Condition,
  type ListedObject,
  type NewObject,
  type StoredObject,
} from './bundle-store.ts';

const PAGE = 1_000;
/**
 * Prefix of temporary files. They remain if the process is killed during a write. No object key
 * begins with the prefix.
 */
const TEMPORARY = '.new-';

/**
 * A bundle store in a folder that a web server such as nginx serves. Readers get the old file or
 * the new file, never an incomplete file.
 */
export class FileStore implements BundleStore {
  readonly address: string;
  readonly #folder: string;
  readonly #link: typeof link;

  /** @param createLink - Creates a hard link */
  constructor(folder: string, createLink: typeof link = link) {
    this.#folder = folder;
    this.#link = createLink;
    this.address = `file://${folder}`;
  }

  read(key: string, maxBytes: number): Promise<StoredObject | null> {
    return this.#run(async () => {
      const path = this.#pathOf(key);
      if ((await stat(path)).size > maxBytes) throw new Error(`${key} is too large`);
      const bytes = await readFile(path);
      return { bytes, etag: await etagOf(bytes) };
    }, null);
  }

  sizeOf(key: string): Promise<number | null> {
    return this.#run(async () => (await stat(this.#pathOf(key))).size, null);
  }

  async write(key: string, object: NewObject, condition?: Condition): Promise<boolean> {
    const path = this.#pathOf(key);
    return this.#run(async () => {
      const temporary = join(dirname(path), `${TEMPORARY}${randomUUID()}`);
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeThrough(temporary, object.bytes);
        if (condition === 'absent') return await this.#linkIfAbsent(temporary, path);
        if (condition !== undefined && !(await isVersion(path, condition.etag))) return false;
        await rename(temporary, path);
        return true;
      } finally {
        await rm(temporary, { force: true });
      }
    });
  }

  async *list(prefix: string): AsyncGenerator<ListedObject[], void> {
    const folder = join(this.#folder, dirname(`${prefix}.`));
    const base = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const names = await this.#run(async () => {
      const found: string[] = [];
      for await (const entry of await opendir(folder, { recursive: true })) {
        if (!entry.isFile() || entry.name.startsWith(TEMPORARY)) continue;
        const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
        const key = base + path.replaceAll('\\', '/');
        if (key.startsWith(prefix)) found.push(key);
      }
      return found.sort();
    }, []);
    for (let index = 0; index < names.length; index += PAGE) {
      const sized = await Promise.all(
        names
          .slice(index, index + PAGE)
          .map(async (key) => ({ key, sizeBytes: await this.sizeOf(key) })),
      );
      yield sized.flatMap(({ key, sizeBytes }) => (sizeBytes === null ? [] : [{ key, sizeBytes }]));
    }
  }

  remove(key: string): Promise<void> {
    return this.#run(() => rm(this.#pathOf(key), { force: true }));
  }

  /**
   * Creates a hard link instead of renaming the file. A rename would replace an existing file, but
   * the creation of a link fails.
   */
  async #linkIfAbsent(temporary: string, path: string): Promise<boolean> {
    try {
      await this.#link(temporary, path);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      if (code === undefined || !WITHOUT_LINKS.has(code)) throw error;
      return renameIfAbsent(temporary, path);
    }
  }

  #pathOf = (key: string): string => join(this.#folder, key);

  async #run<Result>(attempt: () => Promise<Result>, absent?: Result): Promise<Result> {
    try {
      return await attempt();
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' && absent !== undefined) return absent;
      throw new BundleStoreError(`${this.address}: ${code ?? message}`, {
        reason: code ?? 'the file cannot be used',
        isRepeatable: true,
        cause: error,
      });
    }
  }
}

async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Error codes with which file systems without hard links, such as SMB shares and exFAT, reject the
 * creation of a link (link(2)).
 */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Creates an empty file and then replaces it at once. Returns false if the file already exists. A reader may get
 * the empty file in between. If the process is killed in between, the service replaces the empty file later,
 * because it is not a valid manifest.
 */
async function renameIfAbsent(temporary: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o644)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await rename(temporary, path);
  return true;
}

async function isVersion(path: string, etag: string): Promise<boolean> {
  try {
    return (await etagOf(await readFile(path))) === etag;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const etagOf = async (bytes: Uint8Array): Promise<string> =>
  (await sha256Of(bytes)).toString('hex');
