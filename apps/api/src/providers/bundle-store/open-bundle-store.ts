import type { BundleStore } from './bundle-store.ts';
import { FileStore } from './file-store.ts';
import { S3Store } from './s3-store.ts';
import type { BundleStoreConfig } from './store-config.ts';
import { type StoreRetries, withRetries } from './with-retries.ts';

/** A release waits for the store this long, and then fails with its reason. */
const PATIENT: StoreRetries = { attempts: 5, withinMs: 60_000, firstWaitMs: 1_000 };
/** Readers wait for the store while the database is away. */
const QUICK: StoreRetries = { attempts: 2, withinMs: 5_000, firstWaitMs: 100 };

export interface OpenStores {
  /** For publishing. */
  readonly patient: BundleStore;
  /** For readers. */
  readonly quick: BundleStore;
}

/** Opens the store; nothing is asked of it yet. */
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
