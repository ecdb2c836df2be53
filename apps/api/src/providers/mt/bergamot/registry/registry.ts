import { join } from 'node:path';
import { readJson } from '../../../../lib/files.ts';
import { raceAbort } from '../../../../race-abort.ts';
import { EngineError } from '../../engine.ts';
import type { FailureMemory } from '../failures.ts';
import { type RetryPolicy, withRetries } from '../models/download-retries.ts';
import { modelError } from '../models/model-error.ts';
import {
  fetchDocument,
  type RegistryModels,
  readSnapshot,
  requireSimilar,
  type Snapshot,
  writeDocument,
} from './document.ts';

/**
 * Mozilla's base URL. It contains `db/models.json` and `models/` (mozilla/translations,
 * `db/updater.py`).
 */
export const MOZILLA_MODELS =
  'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data';

export interface RegistryOptions {
  /** Base URL of the registry, with a slash at its end. */
  readonly source: URL;
  readonly modelsDir: string;
  readonly offline: boolean;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly failures: FailureMemory;
  log(level: 'info' | 'warn', message: string, fields?: Record<string, unknown>): void;
  /** Maximum time, in milliseconds, that {@link lookUp} waits for a download of the list. */
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

/** Name under which failed downloads of the list are recorded in the {@link FailureMemory}. */
const SUBJECT = 'registry';
const FRESH_MS = 24 * 3_600_000;
const PATIENCE_MS = 1_200;
const TIMEOUT_MS = 10_000;
const FORBIDDEN = 'MT_OFFLINE=1 forbids fetching the list of models';
const ONCE: RetryPolicy = { attempts: 1, firstDelayMs: 0, maxDelayMs: 0 };
const RETRY: RetryPolicy = { attempts: 3, firstDelayMs: 1_000, maxDelayMs: 30_000 };

/**
 * Mozilla's list of models. It is downloaded when it is first needed, stored on disk, and
 * downloaded again after a day. If a download fails, the previous list is used.
 */
export class ModelRegistry {
  readonly #options: RegistryOptions;
  readonly #closing = new AbortController();
  #snapshot: Snapshot | null = null;
  #running: RunningFetch | null = null;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /**
   * Returns the list of models. If the stored list is outdated, returns it at once and downloads a new list in the
   * background. If there is no stored list, waits at most about two seconds for the download, and then returns the
   * reason why there is no list.
   */
  async lookUp(): Promise<RegistryAnswer> {
    const { offline, failures, patienceMs = PATIENCE_MS } = this.#options;
    const stored = await this.#known();
    if (stored !== null && (offline || this.#isFresh(stored))) return stored;
    if (offline) return { models: null, reason: FORBIDDEN };
    const failure = await failures.recall(SUBJECT);
    if (failure !== null) return stored ?? { models: null, reason: failure };
    const running = this.#fetchInBackground();
    if (stored !== null) return stored;
    return this.#waitFor(running, patienceMs);
  }

  /**
   * Returns the list of models. If the list is older than a day, downloads it first. If the download fails, returns
   * the older list.
   */
  async demand(signal: AbortSignal): Promise<RegistryModels> {
    const { offline, retry = RETRY } = this.#options;
    const stored = await this.#known();
    if (stored !== null && (offline || this.#isFresh(stored))) return stored.models;
    if (offline) throw modelError('model_not_cached', FORBIDDEN);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    try {
      const { models } = await this.#fetchAndRemember(either, retry);
      return models;
    } catch (error) {
      if (stored !== null && error instanceof EngineError) return stored.models;
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
    const done = this.#fetchAndRemember(this.#closing.signal, ONCE).finally(() => {
      this.#running = null;
    });
    done.catch(() => {});
    this.#running = { startedAt: performance.now(), done };
    return this.#running;
  }

  async #fetchAndRemember(signal: AbortSignal, policy: RetryPolicy): Promise<Snapshot> {
    const { failures, log } = this.#options;
    try {
      const attempt = (): Promise<Snapshot> => this.#fetch(signal);
      return await failures.track(SUBJECT, () => withRetries(policy, signal, log, attempt));
    } catch (error) {
      if (error instanceof EngineError) {
        log('warn', 'bergamot: the list of models cannot be fetched', { error: error.message });
      }
      throw error;
    }
  }

  async #waitFor(running: RunningFetch, patienceMs: number): Promise<RegistryAnswer> {
    const leftMs = running.startedAt + patienceMs - performance.now();
    const impatience = AbortSignal.timeout(Math.max(0, Math.ceil(leftMs)));
    try {
      return await raceAbort(running.done, impatience);
    } catch (error) {
      if (error instanceof EngineError) return { models: null, reason: error.message };
      if (!impatience.aborted) throw error;
      return { models: null, reason: `${this.#options.source.host} has not answered yet` };
    }
  }

  async #fetch(signal: AbortSignal): Promise<Snapshot> {
    const { fetch, source, timeoutMs = TIMEOUT_MS } = this.#options;
    const url = new URL('db/models.json', source);
    const { document, models } = await fetchDocument(fetch, url, timeoutMs, signal);
    const snapshot = { models, fetchedAtMs: this.#options.now() };
    requireSimilar(models.size, this.#snapshot?.models.size ?? 0, url);
    this.#snapshot = snapshot;
    await writeDocument(this.#options, this.#cachePath, document, snapshot.fetchedAtMs);
    return snapshot;
  }
}
