import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryPolicy, reasonOf, withRetries } from './download-retries.ts';
import type { FailureMemory } from './failures.ts';
import { readJson } from './files.ts';
import { ModelError } from './model-error.ts';
import {
  fetchDocument,
  type RegistryModels,
  readSnapshot,
  requireSimilar,
  type Snapshot,
  writeDocument,
} from './registry-document.ts';
import { parseRegistry } from './registry-format.ts';

/** The address above `db/models.json` and `models/` (mozilla/translations, `db/updater.py`). */
export const MOZILLA_MODELS =
  'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data';

export interface RegistryOptions {
  /** Ends with a slash. */
  readonly source: URL;
  readonly modelsDir: string;
  readonly offline: boolean;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly failures: FailureMemory;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
  /** Maximum delay of a caller who only asks, counted from the start of the request. */
  readonly patienceMs?: number;
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
}

export type RegistryAnswer =
  | { readonly models: RegistryModels }
  | { readonly models: null; readonly reason: string };

interface RunningFetch {
  readonly startedAt: number;
  readonly done: Promise<Snapshot>;
}

/** Its name in the {@link FailureMemory}. */
const SUBJECT = 'registry';
const FRESH_MS = 24 * 3_600_000;
const PATIENCE_MS = 1_200;
const TIMEOUT_MS = 10_000;
const FORBIDDEN = 'MT_OFFLINE=1 forbids fetching the list of models';
const RETRY: RetryPolicy = { attempts: 3, firstDelayMs: 1_000, maxDelayMs: 30_000 };

/**
 * Mozilla's list of models: fetched at first need, kept on disk, refreshed in the background once a day.
 * An old list is better than none; that the list cannot be fetched is remembered for 10 minutes.
 */
export class ModelRegistry {
  readonly #options: RegistryOptions;
  readonly #closing = new AbortController();
  #snapshot: Snapshot | null = null;
  #running: RunningFetch | null = null;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Returns the known models; answers within a second or two in any state of the network. */
  async lookUp(): Promise<RegistryAnswer> {
    const { offline, failures, patienceMs = PATIENCE_MS } = this.#options;
    const known = await this.#known();
    if (known !== null && (offline || this.#isFresh(known))) return known;
    if (offline) return { models: null, reason: FORBIDDEN };
    const failure = await failures.recall(SUBJECT);
    if (failure !== null) return known ?? { models: null, reason: failure };
    const running = this.#fetchInBackground();
    if (known !== null) return known;
    return this.#waitFor(running, patienceMs);
  }

  /**
   * The models, for a caller with time: waits and retries, also after earlier failures.
   * @throws ModelError `model_download_failed`, `model_not_cached`; the signal's reason.
   */
  async demand(signal: AbortSignal): Promise<RegistryModels> {
    const { offline, failures, retry = RETRY, log } = this.#options;
    const known = await this.#known();
    if (known !== null && (offline || this.#isFresh(known))) return known.models;
    if (offline) throw new ModelError('model_not_cached', FORBIDDEN);
    try {
      const either = AbortSignal.any([signal, this.#closing.signal]);
      const fresh = await withRetries(
        retry,
        either,
        () => this.#fetch(either),
        (error, delayMs) =>
          log('warn', 'bergamot: trying again', { error: error.message, delayMs }),
      );
      await failures.forget(SUBJECT);
      return fresh.models;
    } catch (error) {
      if (error instanceof ModelError) {
        await this.#remember(error);
        if (known !== null) return known.models;
      }
      throw error;
    }
  }

  close(): void {
    this.#closing.abort(new DOMException('the engine is closing', 'AbortError'));
  }

  get #cachePath(): string {
    return join(this.#options.modelsDir, 'registry.json');
  }

  #isFresh(snapshot: Snapshot): boolean {
    return this.#options.now() - snapshot.fetchedAtMs < FRESH_MS;
  }

  /** In memory, or as this or another process left it on disk. */
  async #known(): Promise<Snapshot | null> {
    if (this.#snapshot !== null && this.#isFresh(this.#snapshot)) return this.#snapshot;
    const cached = readSnapshot(await readJson(this.#cachePath), this.#options.source);
    if (cached !== null && cached.fetchedAtMs > (this.#snapshot?.fetchedAtMs ?? 0)) {
      this.#snapshot = cached;
    }
    return this.#snapshot;
  }

  #fetchInBackground(): RunningFetch {
    if (this.#running !== null) return this.#running;
    const done = this.#fetchAndRemember().finally(() => {
      this.#running = null;
    });
    // Not everybody waits for it.
    done.catch(() => {});
    this.#running = { startedAt: performance.now(), done };
    return this.#running;
  }

  async #fetchAndRemember(): Promise<Snapshot> {
    try {
      return await this.#fetch(this.#closing.signal);
    } catch (error) {
      if (error instanceof ModelError) await this.#remember(error);
      throw error;
    }
  }

  async #waitFor(running: RunningFetch, patienceMs: number): Promise<RegistryAnswer> {
    const leftMs = running.startedAt + patienceMs - performance.now();
    const impatience = new AbortController();
    try {
      const first = await Promise.race([
        running.done,
        sleep(Math.max(0, leftMs), null, { signal: impatience.signal }),
      ]);
      return first ?? { models: null, reason: `${this.#options.source.host} has not answered yet` };
    } catch (error) {
      if (error instanceof ModelError) return { models: null, reason: error.message };
      throw error;
    } finally {
      impatience.abort();
    }
  }

  async #fetch(signal: AbortSignal): Promise<Snapshot> {
    const { fetch, source, timeoutMs = TIMEOUT_MS } = this.#options;
    const url = new URL('db/models.json', source);
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const document = await fetchDocument(fetch, url, AbortSignal.any([signal, deadline]));
      const snapshot = { models: parseRegistry(document), fetchedAtMs: this.#options.now() };
      requireSimilar(snapshot.models.size, this.#snapshot?.models.size ?? 0, url);
      this.#snapshot = snapshot;
      await writeDocument(this.#options, this.#cachePath, document, snapshot.fetchedAtMs);
      return snapshot;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ModelError) throw error;
      const what = deadline.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
      throw new ModelError('model_download_failed', `${url}: ${what}`, {
        retryable: true,
        cause: error,
      });
    }
  }

  async #remember(error: ModelError): Promise<void> {
    const { failures, log } = this.#options;
    log('warn', 'bergamot: the list of models cannot be fetched', { error: error.message });
    await failures.remember(SUBJECT, error.message);
  }
}
