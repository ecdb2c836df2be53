import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../../deps.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../tenant.ts';
import {
  type DeliveredEnvironment,
  type Delivery,
  findDelivery,
  findReleaseState,
  listDeliveredEnvironments,
  setNested,
} from './delivery.store.ts';
import { storeEnvironments } from './environments-index.ts';
import type { Manifest } from './manifest.ts';
import { compressBlob, storeBlobs } from './store-blobs.ts';
import { environmentsKey, manifestKey } from './stored-keys.ts';
import { changeManifest, manifestOf } from './write-manifest.ts';

type SyncDeps = Pick<Deps, 'db' | 'log'>;

/** Result of comparing the database and the store, in numbers of environments. */
export interface SyncResult {
  /** The store had less than the database: it was put right. */
  repaired: number;
  /** The store has a release that the database does not know: a backup was restored. It is left there. */
  ahead: number;
}

/**
 * Puts the store right for a project: blobs, then manifests. A manifest that names a failed release goes back to
 * the live one; nothing else takes a manifest back.
 *
 * @throws BundleStoreError
 */
export async function syncStore(
  deps: SyncDeps,
  store: BundleStore,
  projectId: ProjectRef,
): Promise<SyncResult> {
  const environments = await listDeliveredEnvironments(deps.db, projectId);
  const open = environments.filter(({ isOpen }) => isOpen);
  const result: SyncResult = { repaired: 0, ahead: 0 };
  for (const environment of open)
    await syncEnvironment(deps, store, projectId, environment, result);
  await storeEnvironments(store, projectId, open);
  for (const { id } of environments.filter(({ isOpen }) => !isOpen)) {
    await store.remove(manifestKey(projectId, id));
  }
  if (open.length === 0) await store.remove(environmentsKey(projectId));
  return result;
}

async function syncEnvironment(
  { db, log }: SyncDeps,
  store: BundleStore,
  projectId: ProjectRef,
  { id: environmentId }: DeliveredEnvironment,
  result: SyncResult,
): Promise<void> {
  const live = await findDelivery(db, projectId, environmentId);
  if (live !== null) await storeDelivery({ db, log }, store, projectId, live);
  await changeManifest(store, projectId, environmentId, async (current) => {
    const kind = await compare({ db, log }, projectId, live, current);
    if (kind === 'ahead') {
      result.ahead++;
      log.warn(
        { projectId, environmentId, stored: current!.version, known: live?.version ?? 0 },
        'the bundle store has a newer release than the database; readers keep it until the next release',
      );
    }
    if (kind !== 'behind' || live === null) return null;
    result.repaired++;
    return manifestOf(live);
  });
  // Last: readers can do without.
  for (const { sha256, nestedSha256 } of live?.locales ?? []) {
    await compressBlob(store, sha256);
    await compressBlob(store, nestedSha256!);
  }
}

/** Stores the blobs of what readers get, and notes their nested forms. */
async function storeDelivery(
  deps: SyncDeps,
  store: BundleStore,
  projectId: ProjectRef,
  live: Delivery,
): Promise<void> {
  const nested = await storeBlobs(deps, store, projectId, live.locales);
  const byLocale = new Map(nested.map(({ locale, nestedSha256 }) => [locale, nestedSha256]));
  const changed = live.locales.filter(
    (row) => !row.nestedSha256?.equals(byLocale.get(row.locale)!),
  );
  for (const row of changed) {
    const nestedSha256 = byLocale.get(row.locale)!;
    await setNested(deps.db, projectId, row.releaseId, [{ locale: row.locale, nestedSha256 }]);
  }
  for (const row of live.locales) row.nestedSha256 = byLocale.get(row.locale)!;
}

/** `ahead` if the manifest is of a release that the database has lost, `same` if it must stay as it is. */
async function compare(
  { db }: SyncDeps,
  projectId: ProjectRef,
  live: Delivery | null,
  current: Manifest | null,
): Promise<'same' | 'behind' | 'ahead'> {
  if (current === null) return live === null ? 'same' : 'behind';
  if (live !== null && isDeepStrictEqual(current, manifestOf(live))) return 'same';
  const named = await findReleaseState(db, projectId, current.releaseId);
  // Its publication goes on.
  if (named?.status === 'publishing') return 'same';
  if (named === null && current.version > (live?.version ?? 0)) return 'ahead';
  return 'behind';
}
