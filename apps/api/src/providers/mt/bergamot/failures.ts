import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { isSystemError, readJson, writeJson } from '../../../lib/files.ts';
import { EngineError } from '../engine.ts';

/** Milliseconds for which failed work is not tried again. */
const FAILURE_MEMORY_MS = 10 * 60_000;

export interface FailureMemoryOptions {
  readonly modelsDir: string;
  readonly now: () => number;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
}

const Failure = Type.Object({ atMs: Type.Number(), detail: Type.String() });
type Failure = Static<typeof Failure>;

/**
 * Recent failures. They are stored in files, because the process that answers requests is often not
 * the process that downloads models. If the process cannot write to the folder, it keeps the
 * failures in memory.
 */
export class FailureMemory {
  readonly #options: FailureMemoryOptions;
  readonly #unwritten = new Map<string, Failure>();

  constructor(options: FailureMemoryOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` on a subject, for example the download of a model. An EngineError is recorded as a
   * failure of the subject. A success removes an earlier failure.
   */
  async track<T>(subject: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await this.forget(subject);
      return result;
    } catch (error) {
      if (error instanceof EngineError) await this.remember(subject, error.message);
      throw error;
    }
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
    if ((await this.#read(subject)) !== null) await rm(this.#path(subject), { force: true });
  }

  /**
   * Returns a sentence with the reason of the last failure and the time of the next attempt. Null
   * if the work may be tried now.
   */
  async recall(subject: string): Promise<string | null> {
    const nowMs = this.#options.now();
    const failure = await this.#read(subject);
    if (failure === null) return null;
    const leftMs = failure.atMs + FAILURE_MEMORY_MS - nowMs;
    if (leftMs <= 0 || leftMs > FAILURE_MEMORY_MS) return null;
    return `${failure.detail} (not tried again for ${Math.ceil(leftMs / 60_000)} min)`;
  }

  /** True if this or another process has recorded a failure of the subject after the given time. */
  async hasFailedSince(subject: string, sinceMs: number): Promise<boolean> {
    const failure = await this.#read(subject);
    return failure !== null && failure.atMs > sinceMs;
  }

  async #read(subject: string): Promise<Failure | null> {
    const unwritten = this.#unwritten.get(subject);
    if (unwritten !== undefined) return unwritten;
    const written = await readJson(this.#path(subject));
    return Check(Failure, written) ? written : null;
  }

  #path(subject: string): string {
    return join(this.#options.modelsDir, `${subject}.failure.json`);
  }
}
