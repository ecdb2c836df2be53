import type { Engine } from '../engine.ts';
import type { InstallProgress } from './model-downloads.ts';
import type { ModelStoreOptions } from './model-store.ts';
import type { RegistryOptions } from './registry.ts';

export interface BergamotOptions {
  /** Ends with a slash. */
  readonly source: URL;
  readonly offline: boolean;
  readonly maxChildren: number;
  readonly memoryLimitMb: number;
}

/** Options for tests only. */
export interface BergamotTuning {
  readonly now?: () => number;
  readonly registry?: Pick<RegistryOptions, 'patienceMs' | 'timeoutMs' | 'retry'>;
  readonly store?: Pick<ModelStoreOptions, 'retry' | 'stallMs' | 'lock' | 'readFreeBytes'>;
  readonly idleStopMs?: number;
  readonly loadTimeoutMs?: number;
  readonly batchTimeoutMs?: number;
}

/** The engine, and what the smoke test and the tests need to see of it. */
export interface BergamotEngine extends Engine {
  load(
    sourceLocale: string,
    targetLocale: string,
    signal: AbortSignal,
    onProgress?: (progress: InstallProgress) => void,
  ): Promise<void>;
  /** The processes that run now. */
  readonly pids: readonly number[];
  /** Memory of the wasm in all of them together. */
  readonly memoryBytes: number;
}
