import type { DatabaseWatch } from '../../db/availability/watch.ts';
import { RELEASE_CHANNEL } from '../../domain/project/index.ts';
import type { BundleCache } from './bundle-cache.ts';

/**
 * Expires cached bundles when the process is notified of new releases. Without notifications, the
 * cache asks the database for a bundle up to twice a second.
 */
export function listenForReleases(watch: DatabaseWatch, cache: BundleCache): void {
  watch.listen(RELEASE_CHANNEL, {
    onNotification: (projectId) => cache.expire(projectId || null),
    onListening() {
      // Expires all bundles, because earlier notifications may have been missed.
      cache.expire(null);
      cache.isNotified = true;
    },
    onLost() {
      cache.isNotified = false;
    },
  });
}
