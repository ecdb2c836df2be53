import type { DatabaseWatch } from '../../db/availability/watch.ts';
import { RELEASE_CHANNEL } from '../../domain/environment/environment-release.store.ts';
import type { BundleCache } from './bundle-cache.ts';

/**
 * Tells the cache about new releases. While notifications do not arrive, the cache asks the
 * database for each bundle twice a second. A release is then served within a second if the database
 * responds.
 */
export function listenForReleases(watch: DatabaseWatch, cache: BundleCache): void {
  watch.listen(RELEASE_CHANNEL, {
    onNotification: (projectId) => cache.expire(projectId || null),
    onListening() {
      // Expires all bundles, because no notification arrived for releases before this connection
      // was open.
      cache.expire(null);
      cache.isNotified = true;
    },
    onLost() {
      cache.isNotified = false;
    },
  });
}
