import type { DatabaseWatch } from '../../db/availability/watch.ts';
import { RELEASE_CHANNEL } from '../../domain/environment/environment-release.store.ts';
import type { BundleCache } from './bundle-cache.ts';

/**
 * Informs the cache of new releases. While notifications do not arrive, the cache asks the database for each bundle
 * twice a second, so a release is served within one second if the database answers.
 */
export function listenForReleases(watch: DatabaseWatch, cache: BundleCache): void {
  watch.listen(RELEASE_CHANNEL, {
    onNotification: (projectId) => cache.expire(projectId || null),
    onListening() {
      // No notification arrived for releases before this connection was open.
      cache.expire(null);
      cache.isNotified = true;
    },
    onLost() {
      cache.isNotified = false;
    },
  });
}
