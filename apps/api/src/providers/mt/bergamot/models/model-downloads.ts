import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError, statIfPresent, writeJson } from '../../../../lib/files.ts';
import { EngineError } from '../../engine.ts';
import { MAX_MODEL_BYTES, type RegistryFile, type RegistryModel } from '../registry/format.ts';
import { type DownloadedFile, downloadFile } from './download.ts';
import { type RetryPolicy, withRetries } from './download-retries.ts';
import {
  hashIfPresent,
  lockPath,
  type ModelLock,
  type PinnedFile,
  readModelLock,
} from './installed-model.ts';
import { modelError } from './model-error.ts';

export interface DownloadOptions {
  /** Base URL of the registry, with a slash at its end. */
  readonly source: URL;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
  readonly retry?: RetryPolicy;
  readonly stallMs?: number;
  /** Returns the number of free bytes on the disk with the models. */
  readonly readFreeBytes?: (dir: string) => Promise<number>;
}

export interface InstallProgress {
  readonly direction: string;
  readonly file: string;
  readonly receivedBytes: number;
  /** Size of a file in bytes. Null if the registry does not state it. */
  readonly totalBytes: number | null;
}

const RETRY: RetryPolicy = { attempts: 4, firstDelayMs: 1_000, maxDelayMs: 60_000 };
const STALL_MS = 30_000;
/**
 * Maximum size of a file whose size the registry does not state, in bytes. Published vocabularies
 * are smaller than 2 MB.
 */
const UNSTATED_BYTES = 16 * 1024 * 1024;
const DISK_SLACK_BYTES = 64 * 1024 * 1024;
const ABANDONED_MS = 3_600_000;
const PROGRESS_LOG_MS = 5_000;
/**
 * First byte of every vocabulary file (`sentencepiece_model.proto`, field 1). An error page begins
 * differently.
 */
const VOCABULARY_MAGIC = Buffer.of(0x0a);

export class ModelDownloads {
  readonly #options: DownloadOptions;

  constructor(options: DownloadOptions) {
    this.#options = options;
  }

  /**
   * Downloads the missing files of a model and records all files in its lock file.
   *
   * @throws EngineError, or the abort reason of the signal
   */
  async download(
    key: string,
    dir: string,
    model: RegistryModel,
    signal: AbortSignal,
    onProgress: (progress: InstallProgress) => void,
  ): Promise<ModelLock> {
    const { log, now, source } = this.#options;
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
      const pinned = previous?.files.find((earlier) => earlier.path === file.path) ?? null;
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
    return lock;
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
      return await withRetries(retry, signal, log, attempt);
    } catch (error) {
      const isPinned = pinned !== null && file.sha256 === null;
      if (!(error instanceof EngineError && error.reason === 'model_checksum' && isPinned))
        throw error;
      const hint = `the file differs from the first download; delete ${key}/lock.json in the models folder to accept it`;
      throw modelError(error.reason, `${error.message} (${hint})`);
    }
  }

  async #checkDisk(dir: string, model: RegistryModel): Promise<void> {
    const { readFreeBytes = readFreeDiskBytes } = this.#options;
    const stated = model.files.reduce((sum, file) => sum + (file.sizeBytes ?? 0), 0);
    const neededBytes = stated + DISK_SLACK_BYTES;
    const freeBytes = await wrapSystemErrors(() => readFreeBytes(dir));
    if (freeBytes >= neededBytes) return;
    const [needed, free] = [neededBytes, freeBytes].map((bytes) => Math.round(bytes / 1e6));
    throw modelError(
      'model_download_failed',
      `the disk has ${free} MB free, the model from ${model.from} to ${model.to} needs ${needed} MB`,
    );
  }

  /** Deletes temporary files of downloads that were killed. */
  async #clean(dir: string): Promise<void> {
    for (const name of await readdir(dir)) {
      if (!name.endsWith('.part')) continue;
      const path = join(dir, name);
      const ageMs = Date.now() - ((await statIfPresent(path))?.mtimeMs ?? Date.now());
      if (ageMs > ABANDONED_MS) await rm(path, { force: true });
    }
  }
}

async function readFreeDiskBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/**
 * Converts file system errors, such as of a full or read-only disk, to engine errors. Leaves out
 * the path, because users may see the message.
 */
export async function wrapSystemErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw modelError('model_download_failed', `the models folder: ${error.code}`, {
      cause: error,
    });
  }
}
