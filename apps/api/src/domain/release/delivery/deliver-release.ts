import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { findDelivery, listDeliveredEnvironments, raiseVersion } from './delivery.store.ts';
import { storeEnvironments } from './environments-index.ts';
import { changeManifest, manifestOf } from './write-manifest.ts';

/**
 * Adds a pending release to the manifest of its environment, unless delivery of the environment was
 * stopped. The blobs of the release are stored already.
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
  const environment = environments.find(({ id }) => id === release.environmentId);
  if (environment === undefined || environment.isArchived) {
    fail('archived', 'The environment was archived. Restore it, or choose another environment.');
  }
  if (environment.isStopped) return;
  await storeEnvironments(
    store,
    projectId,
    environments.filter(({ isStopped }) => !isStopped),
  );
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
