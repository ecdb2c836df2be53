import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../../../../lib/files.ts';
import { isLocked, type LockOptions, takeLock } from '../../../../lib/folder-lock.ts';
import type { FailureMemory } from '../failures.ts';
import { directionKey, type RegistryModel } from '../registry/format.ts';
import {
  describeModel,
  findDamagedFile,
  type InstalledModel,
  type ModelLock,
  readModelLock,
  readSignature,
} from './installed-model.ts';
import {
  type DownloadOptions,
  type InstallProgress,
  ModelDownloads,
  wrapSystemErrors,
} from './model-downloads.ts';
import { modelError } from './model-error.ts';

export interface ModelStoreOptions extends DownloadOptions {
  readonly modelsDir: string;
  readonly failures: FailureMemory;
  readonly lock?: Pick<LockOptions, 'pollMs' | 'staleMs'>;
}

interface Checked {
  /** Names, sizes and times of the files, which are faster to compare than a hash. */
  readonly signature: string;
  readonly model: Promise<InstalledModel | null>;
}

/**
 * Time in milliseconds for which the list of models is cached. Every batch needs the list, but it
 * only changes after a download.
 */
const LIST_TTL_MS = 1_000;

/**
 * The downloaded models. Each has a folder for its direction, such as `<modelsDir>/en-de`, and is
 * verified before use.
 */
export class ModelStore {
  readonly #options: ModelStoreOptions;
  readonly #downloads: ModelDownloads;
  readonly #checked = new Map<string, Checked>();
  #listed: { readonly at: number; readonly locks: Promise<ModelLock[]> } | null = null;

  constructor(options: ModelStoreOptions) {
    this.#options = options;
    this.#downloads = new ModelDownloads(options);
  }

  /** Returns the lock files of all models. The list may be a second old. */
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
      // Lists the folders of models. The name of such a folder contains no dot, unlike the names of
      // files and of lock folders.
      names
        .filter((name) => !name.includes('.'))
        .map((name) => readModelLock(join(modelsDir, name))),
    );
    return locks.filter((lock) => lock !== null);
  }

  /**
   * Returns the model for a direction if it is installed and complete. Hashes the files of the
   * model at the first call and after a change of the files.
   */
  async find(from: string, to: string): Promise<InstalledModel | null> {
    const key = directionKey(from, to);
    const dir = this.#dir(key);
    const lock = await readModelLock(dir);
    const signature = lock === null ? null : await readSignature(dir, lock);
    if (lock === null || signature === null) {
      this.#checked.delete(key);
      return null;
    }
    const checked = this.#checked.get(key);
    if (checked?.signature === signature) return checked.model;
    const model = this.#verify(dir, lock);
    this.#checked.set(key, { signature, model });
    model.catch(() => this.#checked.delete(key));
    return model;
  }

  /** True while any process is downloading the model. */
  isInstalling(from: string, to: string): Promise<boolean> {
    return isLocked(this.#busyPath(directionKey(from, to)), this.#options.lock?.staleMs);
  }

  /**
   * Downloads the missing files of a model. While one process downloads the files, other processes
   * wait.
   *
   * @throws EngineError, or the abort reason of the signal
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
    // Callers that waited for a failed download get the same error. Each of them would otherwise
    // try the unreachable host again.
    if (release === null || (await hasFailed())) {
      await release?.();
      this.#listed = null;
      const installed = await find();
      if (installed !== null) return installed;
      const why = await failures.recall(key);
      throw modelError(
        'model_download_failed',
        why ?? `${key}: another process failed to install it`,
      );
    }
    try {
      const download = () => this.#download(key, model, signal, onProgress);
      return await failures.track(key, async () => (await find()) ?? (await download()));
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
    const { log, now } = this.#options;
    const startedAtMs = now();
    const dir = this.#dir(key);
    const { files } = await this.#downloads.download(key, dir, model, signal, onProgress);
    this.#listed = null;
    const installed = await this.find(model.from, model.to);
    if (installed === null) {
      throw modelError('model_download_failed', `${key}: the files changed during the download`);
    }
    log('info', 'bergamot: a model is ready', {
      direction: key,
      seconds: Math.round((now() - startedAtMs) / 1000),
      bytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
    });
    return installed;
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

  #dir(key: string): string {
    return join(this.#options.modelsDir, key);
  }

  #busyPath(key: string): string {
    return `${this.#dir(key)}.busy`;
  }
}
