import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type DownloadedFile, downloadFile, type RetryPolicy, withRetries } from './download.ts';
import type { FailureMemory } from './failures.ts';
import { isErrno, isSystemError, writeJson } from './files.ts';
import {
  describeModel,
  findDamagedFile,
  hashIfPresent,
  type InstalledModel,
  lockPath,
  type ModelLock,
  type PinnedFile,
  readModelLock,
  readSignature,
  statIfPresent,
} from './installed-model.ts';
import { isLocked, type LockOptions, takeLock } from './lock.ts';
import { ModelError } from './model-error.ts';
import {
  directionKey,
  MAX_MODEL_BYTES,
  type RegistryFile,
  type RegistryModel,
} from './registry-format.ts';

export interface ModelStoreOptions {
  readonly modelsDir: string;
  /** Ends with a slash; paths of the registry are below it. */
  readonly source: URL;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly failures: FailureMemory;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
  readonly retry?: RetryPolicy;
  readonly stallMs?: number;
  readonly lock?: Pick<LockOptions, 'pollMs' | 'staleMs'>;
  /** Bytes that may still be written where the models are. */
  readonly readFreeBytes?: (dir: string) => Promise<number>;
}

export interface InstallProgress {
  readonly direction: string;
  readonly file: string;
  readonly receivedBytes: number;
  /** Null where the registry does not say. */
  readonly totalBytes: number | null;
}

interface Checked {
  /** Names, sizes and times of the files: while it stays the same, so do they. */
  readonly signature: string;
  readonly model: Promise<InstalledModel | null>;
}

const RETRY: RetryPolicy = { attempts: 4, firstDelayMs: 1_000, maxDelayMs: 60_000 };
const STALL_MS = 30_000;
/** For a file whose size nobody states: published vocabularies are under 2 MB. */
const UNSTATED_BYTES = 16 * 1024 * 1024;
const DISK_SLACK_BYTES = 64 * 1024 * 1024;
const ABANDONED_MS = 3_600_000;
const PROGRESS_LOG_MS = 5_000;
/** A call asks for every batch; the folder changes once a download. */
const LIST_TTL_MS = 1_000;

/**
 * Start of every vocabulary and of no error page: the first piece of `sentencepiece_model.proto`, field 1,
 * length-delimited. A model is known by its checksum.
 */
const VOCABULARY_MAGIC = Buffer.of(0x0a);

/** The downloaded models: one folder a direction, `<modelsDir>/en-de`, verified before use. */
export class ModelStore {
  readonly #options: ModelStoreOptions;
  readonly #checked = new Map<string, Checked>();
  #listed: { readonly at: number; readonly locks: Promise<ModelLock[]> } | null = null;

  constructor(options: ModelStoreOptions) {
    this.#options = options;
  }

  /** The models that were once installed, whole or not, as of at most a second ago. */
  list(): Promise<ModelLock[]> {
    if (this.#listed !== null && performance.now() - this.#listed.at < LIST_TTL_MS) {
      return this.#listed.locks;
    }
    const locks = this.#readLocks();
    this.#listed = { at: performance.now(), locks };
    locks.catch(() => {
      this.#listed = null;
    });
    return locks;
  }

  async #readLocks(): Promise<ModelLock[]> {
    const { modelsDir } = this.#options;
    let names: string[];
    try {
      names = await readdir(modelsDir);
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return [];
      throw error;
    }
    const locks = await Promise.all(
      // Everything else in the folder has a dot: files, locks.
      names
        .filter((name) => !name.includes('.'))
        .map((name) => readModelLock(join(modelsDir, name))),
    );
    return locks.filter((lock) => lock !== null);
  }

  /** The model of one direction, if it is installed and whole. Hashes its files once, and when they changed. */
  async find(from: string, to: string): Promise<InstalledModel | null> {
    const key = directionKey(from, to);
    const dir = this.#dir(key);
    const lock = await readModelLock(dir);
    const signature = lock === null ? null : await readSignature(dir, lock);
    if (lock === null || signature === null) {
      this.#checked.delete(key);
      return null;
    }
    const known = this.#checked.get(key);
    if (known?.signature === signature) return known.model;
    const model = this.#verify(dir, lock);
    this.#checked.set(key, { signature, model });
    // A fault in reading is no verdict.
    model.catch(() => this.#checked.delete(key));
    return model;
  }

  /** True if this or another process is downloading the model now. */
  isInstalling(from: string, to: string): Promise<boolean> {
    return isLocked(this.#busyPath(directionKey(from, to)), this.#options.lock?.staleMs);
  }

  /**
   * Downloads what is missing of a model; does nothing where it is whole. Of several processes one
   * downloads and the others wait for it. A failure is remembered under the direction's key.
   *
   * @throws ModelError; the signal's reason.
   */
  async install(
    model: RegistryModel,
    signal: AbortSignal,
    onProgress: (progress: InstallProgress) => void = () => {},
  ): Promise<InstalledModel> {
    const { failures, modelsDir, now } = this.#options;
    const key = directionKey(model.from, model.to);
    const find = (): Promise<InstalledModel | null> => this.find(model.from, model.to);
    const startedAtMs = now();
    await wrapSystemErrors(() => mkdir(modelsDir, { recursive: true }));
    const hasFailed = (): Promise<boolean> => failures.hasFailedSince(key, startedAtMs);
    const release = await takeLock(this.#busyPath(key), {
      ...this.#options.lock,
      signal,
      isDone: async () => (await find()) !== null || (await hasFailed()),
    });
    // All who waited share the outcome: otherwise all would try a dead host one after the other.
    if (release === null || (await hasFailed())) {
      await release?.();
      this.#listed = null;
      const installed = await find();
      if (installed !== null) return installed;
      const why = await failures.recall(key);
      throw new ModelError(
        'model_download_failed',
        why ?? `${key}: another process failed to install it`,
      );
    }
    try {
      const installed = (await find()) ?? (await this.#download(key, model, signal, onProgress));
      await failures.forget(key);
      return installed;
    } catch (error) {
      if (error instanceof ModelError) await failures.remember(key, error.message);
      throw error;
    } finally {
      await release();
    }
  }

  async #download(
    key: string,
    model: RegistryModel,
    signal: AbortSignal,
    onProgress: (progress: InstallProgress) => void,
  ): Promise<InstalledModel> {
    const { log, now, source } = this.#options;
    const dir = this.#dir(key);
    const startedAtMs = now();
    log('info', 'bergamot: downloading a model', {
      direction: key,
      architecture: model.architecture,
      status: model.releaseStatus,
    });
    await wrapSystemErrors(() => mkdir(dir, { recursive: true }));
    await this.#clean(dir);
    await this.#checkDisk(dir, model);
    const previous = await readModelLock(dir);
    const files: PinnedFile[] = [];
    for (const file of model.files) {
      const pinned = previous?.files.find((known) => known.path === file.path) ?? null;
      const received = await this.#obtain(key, dir, file, pinned, signal, onProgress);
      files.push({ role: file.role, name: file.name, path: file.path, ...received });
    }
    const lock: ModelLock = {
      from: model.from,
      to: model.to,
      architecture: model.architecture,
      source: source.href,
      downloadedAt: new Date(now()).toISOString(),
      files,
    };
    await wrapSystemErrors(() => writeJson(lockPath(dir), lock));
    this.#listed = null;
    const installed = await this.find(model.from, model.to);
    if (installed === null) {
      throw new ModelError(
        'model_download_failed',
        `${key}: the files changed during the download`,
      );
    }
    log('info', 'bergamot: a model is ready', {
      direction: key,
      seconds: Math.round((now() - startedAtMs) / 1000),
      bytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    });
    return installed;
  }

  async #obtain(
    key: string,
    dir: string,
    file: RegistryFile,
    pinned: PinnedFile | null,
    signal: AbortSignal,
    onProgress: (progress: InstallProgress) => void,
  ): Promise<DownloadedFile> {
    const { fetch, log, retry = RETRY, source, stallMs = STALL_MS } = this.#options;
    const target = join(dir, file.name);
    const sha256 = file.sha256 ?? pinned?.sha256 ?? null;
    if (sha256 !== null) {
      const kept = await hashIfPresent(target);
      if (kept?.sha256 === sha256) return kept;
    }
    const totalBytes = file.sizeBytes ?? pinned?.sizeBytes ?? null;
    let loggedAt = performance.now();
    const attempt = (): Promise<DownloadedFile> =>
      downloadFile({
        url: new URL(file.path, source),
        target,
        maxBytes: totalBytes ?? (file.role === 'model' ? MAX_MODEL_BYTES : UNSTATED_BYTES),
        sizeBytes: totalBytes,
        sha256,
        magic: file.role === 'model' ? null : VOCABULARY_MAGIC,
        fetch,
        signal,
        stallMs,
        onBytes: (receivedBytes) => {
          onProgress({ direction: key, file: file.name, receivedBytes, totalBytes });
          if (performance.now() - loggedAt < PROGRESS_LOG_MS) return;
          loggedAt = performance.now();
          log('info', 'bergamot: downloading', { file: file.name, receivedBytes, totalBytes });
        },
      });
    try {
      return await withRetries(retry, signal, attempt, (error, delayMs) => {
        log('warn', 'bergamot: retrying a download', {
          error: error.message,
          delayMs: Math.round(delayMs),
        });
      });
    } catch (error) {
      if (error instanceof ModelError && error.code === 'model_checksum' && file.sha256 === null) {
        const hint = `the file differs from the first download; delete ${key}/lock.json in the models folder to accept it`;
        if (pinned !== null) throw new ModelError(error.code, `${error.message} (${hint})`);
      }
      throw error;
    }
  }

  async #verify(dir: string, lock: ModelLock): Promise<InstalledModel | null> {
    const damaged = await findDamagedFile(dir, lock);
    if (damaged === null) return describeModel(dir, lock);
    this.#options.log('warn', 'bergamot: a model file is damaged', {
      direction: directionKey(lock.from, lock.to),
      file: damaged,
    });
    return null;
  }

  async #checkDisk(dir: string, model: RegistryModel): Promise<void> {
    const { readFreeBytes = readFreeDiskBytes } = this.#options;
    const stated = model.files.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0);
    const neededBytes = stated + DISK_SLACK_BYTES;
    const freeBytes = await wrapSystemErrors(() => readFreeBytes(dir));
    if (freeBytes >= neededBytes) return;
    const [needed, free] = [neededBytes, freeBytes].map((bytes) => Math.round(bytes / 1e6));
    throw new ModelError(
      'model_download_failed',
      `the disk has ${free} MB free, the model from ${model.from} to ${model.to} needs ${needed} MB`,
    );
  }

  /** Files that killed downloads left behind. */
  async #clean(dir: string): Promise<void> {
    for (const name of await readdir(dir)) {
      if (!name.endsWith('.part')) continue;
      const path = join(dir, name);
      const ageMs = Date.now() - ((await statIfPresent(path))?.mtimeMs ?? Date.now());
      if (ageMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }

  #dir(key: string): string {
    return join(this.#options.modelsDir, key);
  }

  #busyPath(key: string): string {
    return `${this.#dir(key)}.busy`;
  }
}

async function readFreeDiskBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/** A full or forbidden disk is a download that failed. Its path stays out of the text, which users may see. */
async function wrapSystemErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new ModelError('model_download_failed', `the models folder: ${error.code}`, {
      cause: error,
    });
  }
}
