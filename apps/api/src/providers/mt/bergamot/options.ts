import type { ModelStoreOptions } from './models/model-store.ts';
import type { RegistryOptions } from './registry/registry.ts';

export interface BergamotOptions {
  /** Base URL of the registry, with a slash at its end. */
  readonly source: URL;
  readonly offline: boolean;
  readonly maxChildren: number;
  readonly memoryLimitMb: number;
}

export interface BergamotTuning {
  readonly now?: () => number;
  readonly registry?: Pick<RegistryOptions, 'patienceMs' | 'timeoutMs' | 'retry'>;
  readonly store?: Pick<ModelStoreOptions, 'retry' | 'stallMs' | 'lock' | 'readFreeBytes'>;
  readonly idleStopMs?: number;
  readonly loadTimeoutMs?: number;
  readonly batchTimeoutMs?: number;
}
