import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { BundleSource, StoredBundles } from './domain/release/index.ts';
import type { Metrics } from './http/metrics.ts';
import type { BundleStore } from './providers/bundle-store/bundle-store.ts';
import { openBundleStore } from './providers/bundle-store/open-bundle-store.ts';
import { tryBundleStore } from './providers/bundle-store/try-bundle-store.ts';

export interface Bundles {
  readonly store: BundleStore | null;
  /** The same store with fewer retries, for work that somebody waits for. */
  readonly quickStore: BundleStore | null;
  readonly source: BundleSource;
}

/** Opens the bundle store if one is configured. Sends no request. */
export function openBundles({ bundleStore }: Config, metrics: Metrics | undefined): Bundles {
  const stores =
    bundleStore &&
    openBundleStore(bundleStore, (operation, isDone) => metrics?.observeStore(operation, isDone));
  const stored = stores && new StoredBundles(stores.quick);
  return {
    store: stores?.patient ?? null,
    quickStore: stores?.quick ?? null,
    source: new BundleSource(stored),
  };
}

/**
 * Logs one sentence if the bundle store cannot be used. The service starts nevertheless, because it
 * serves everything but new releases.
 */
export async function reportUnusableStore(
  { quickStore }: Pick<Bundles, 'quickStore'>,
  log: Logger,
): Promise<void> {
  if (quickStore === null) return;
  try {
    await tryBundleStore(quickStore);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason }, 'the bundle store cannot be used; releases fail until it can');
  }
}
