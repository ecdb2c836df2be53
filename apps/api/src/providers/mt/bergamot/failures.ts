import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError, readJson, writeJson } from './files.ts';

/** For how long something that failed is not tried again on its own (contract, section 4). */
const FAILURE_MEMORY_MS = 10 * 60_000;

export interface FailureMemoryOptions {
  readonly modelsDir: string;
  readonly now: () => number;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

interface Failure {
  readonly atMs: number;
  readonly detail: string;
}

/**
 * Recent failures. Kept in files, so that every process of this host knows them: the one that answers
 * requests is often not the one that downloads. In memory if the folder cannot be written.
 */
export class FailureMemory {
  readonly #options: FailureMemoryOptions;
  readonly #unwritten = new Map<string, Failure>();

  constructor(options: FailureMemoryOptions) {
    this.#options = options;
  }

  async remember(subject: string, detail: string): Promise<void> {
    const { modelsDir, now, log } = this.#options;
    const failure: Failure = { atMs: now(), detail };
    this.#unwritten.set(subject, failure);
    try {
      await mkdir(modelsDir, { recursive: true });
      await writeJson(this.#path(subject), failure);
      this.#unwritten.delete(subject);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      log('warn', 'bergamot: cannot write to the models folder', { error: error.message });
    }
  }

  async forget(subject: string): Promise<void> {
    this.#unwritten.delete(subject);
    await rm(this.#path(subject), { force: true });
  }

  /** Why `subject` failed and when it may be tried again, as one sentence; null once that has passed. */
  async recall(subject: string): Promise<string | null> {
    const nowMs = this.#options.now();
    const failure = this.#unwritten.get(subject) ?? parse(await readJson(this.#path(subject)));
    if (failure === null) return null;
    const leftMs = failure.atMs + FAILURE_MEMORY_MS - nowMs;
    // A time in the future is a clock that was set back: it says nothing.
    if (leftMs <= 0 || leftMs > FAILURE_MEMORY_MS) return null;
    return `${failure.detail} (not tried again for ${Math.ceil(leftMs / 60_000)} min)`;
  }

  /** True if it failed, here or in another process, after this time. */
  async hasFailedSince(subject: string, sinceMs: number): Promise<boolean> {
    const failure = this.#unwritten.get(subject) ?? parse(await readJson(this.#path(subject)));
    return failure !== null && failure.atMs > sinceMs;
  }

  #path(subject: string): string {
    return join(this.#options.modelsDir, `${subject}.failure.json`);
  }
}

function parse(document: unknown): Failure | null {
  if (typeof document !== 'object' || document === null) return null;
  if (!('atMs' in document) || typeof document.atMs !== 'number') return null;
  if (!('detail' in document) || typeof document.detail !== 'string') return null;
  return { atMs: document.atMs, detail: document.detail };
}
