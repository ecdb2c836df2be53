import type { Config } from './config/config.ts';
import { BundleSource } from './domain/release/delivery/bundle-source.ts';
import { StoredBundles } from './domain/release/delivery/stored-bundles.ts';
import type { Metrics } from './http/metrics.ts';
import type { BundleStore } from './providers/bundle-store/bundle-store.ts';
import { openBundleStore } from './providers/bundle-store/open-bundle-store.ts';

export interface Bundles {
  readonly store: BundleStore | null;
  readonly source: BundleSource;
}

/** Opens the bundle store if one is configured. Sends no request. */
export function openBundles({ bundleStore }: Config, metrics: Metrics | undefined): Bundles {
  const stores =
    bundleStore &&
    openBundleStore(bundleStore, (operation, isDone) => metrics?.observeStore(operation, isDone));
  const stored = stores && new StoredBundles(stores.quick);
  return { store: stores?.patient ?? null, source: new BundleSource(stored) };
}
