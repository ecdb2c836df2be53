import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../tenant.ts';
import { findDelivery, listDeliveredEnvironments, raiseVersion } from './delivery.store.ts';
import { storeEnvironments } from './environments-index.ts';
import { changeManifest, manifestOf } from './write-manifest.ts';

/**
 * Adds a pending release to the manifest of its environment. The blobs of the release are stored
 * already.
 *
 * If a backup was restored, the manifest may contain a higher version than the database. The
 * release then gets a still higher version.
 * @throws `archived`, BundleStoreError
 */
export async function deliverRelease(
  db: Db,
  store: BundleStore,
  projectId: ProjectRef,
  release: { id: string; environmentId: string },
): Promise<void> {
  const environments = await listDeliveredEnvironments(db, projectId);
  const open = environments.filter(({ isOpen }) => isOpen);
  if (!open.some(({ id }) => id === release.environmentId)) {
    fail('archived', 'The environment was archived. Restore it, or choose another environment.');
  }
  await storeEnvironments(store, projectId, open);
  await changeManifest(store, projectId, release.environmentId, async (current) => {
    if (current?.releaseId === release.id) return null;
    let delivery = (await findDelivery(db, projectId, release.environmentId, release.id))!;
    if (current !== null && current.version >= delivery.version) {
      await raiseVersion(db, projectId, release.id, current.version + 1);
      delivery = (await findDelivery(db, projectId, release.environmentId, release.id))!;
    }
    return manifestOf(delivery);
  });
}
