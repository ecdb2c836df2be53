import type { BundleStore } from './bundle-store.ts';
import { FileStore } from './file-store.ts';
import { S3Store } from './s3-store.ts';
import type { BundleStoreConfig } from './store-config.ts';
import { type StoreRetries, withRetries } from './with-retries.ts';

/** Retries for the task that publishes a release. The release fails after the last attempt. */
const PATIENT: StoreRetries = { attempts: 5, withinMs: 60_000, firstWaitMs: 1_000 };
/** Retries for a bundle that a client has requested. The client waits during the retries. */
const QUICK: StoreRetries = { attempts: 2, withinMs: 5_000, firstWaitMs: 100 };

export interface OpenStores {
  readonly patient: BundleStore;
  readonly quick: BundleStore;
}

export function openBundleStore(
  config: BundleStoreConfig,
  onEnd: StoreRetries['onEnd'],
  retries: Partial<StoreRetries> = {},
): OpenStores {
  const store =
    config.kind === 'file' ? new FileStore(config.folder) : new S3Store({ ...config, fetch });
  const observed = onEnd ? { onEnd } : {};
  return {
    patient: withRetries(store, { ...PATIENT, ...observed, ...retries }),
    quick: withRetries(store, { ...QUICK, ...observed, ...retries }),
  };
}
