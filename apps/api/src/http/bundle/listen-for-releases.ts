import type { DatabaseWatch } from '../../db/availability/watch.ts';
import { RELEASE_CHANNEL } from '../../domain/environment/environment-release.store.ts';
import type { BundleCache } from './bundle-cache.ts';

/**
 * Tells the cache of new releases. While notifications do not come in the cache asks the database for
 * each bundle twice a second, so a release is seen within one second if the database answers.
 */
export function listenForReleases(watch: DatabaseWatch, cache: BundleCache): void {
  watch.listen(RELEASE_CHANNEL, {
    onNotification: (projectId) => cache.expire(projectId || null),
    onListening() {
      // Releases before this connection was open sent it no notification.
      cache.expire(null);
      cache.isNotified = true;
    },
    onLost() {
      cache.isNotified = false;
    },
  });
}
