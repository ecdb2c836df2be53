import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../../deps.ts';
import { runConcurrently } from '../../../lib/run-concurrently.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import {
  type Delivery,
  findDelivery,
  findReleaseState,
  listDeliveredEnvironments,
  setNested,
} from './delivery.store.ts';
import { storeEnvironments } from './environments-index.ts';
import type { Manifest } from './manifest.ts';
import { storeBlobs } from './store-blobs.ts';
import { compressBlob } from './store-forms.ts';
import { environmentsKey, manifestKey } from './stored-keys.ts';
import { changeManifest, manifestOf } from './write-manifest.ts';

const COMPRESSED_AT_ONCE = 4;

type SyncDeps = Pick<Deps, 'db' | 'log'>;

export interface SyncResult {
  /**
   * Number of environments whose content was missing in the bundle store and was uploaded again.
   */
  repaired: number;
  /**
   * Number of environments whose manifest has a release that a restored database has lost. These
   * manifests stay unchanged.
   */
  ahead: number;
}

/**
 * Makes the bundle store match the database, for a project or for one environment. Uploads blobs
 * before the manifests that refer to them. In a manifest, an older release replaces a newer release
 * only if the newer release has failed.
 * @throws BundleStoreError
 */
export async function syncStore(
  deps: SyncDeps,
  store: BundleStore,
  projectId: ProjectRef,
  environmentId: string | null = null,
): Promise<SyncResult> {
  const result: SyncResult = { repaired: 0, ahead: 0 };
  for (const { id, isStopped } of await listDeliveredEnvironments(deps.db, projectId)) {
    if (isStopped || (environmentId !== null && id !== environmentId)) continue;
    await syncEnvironment(deps, store, { projectId, environmentId: id }, result);
  }
  // Lists the environments again: delivery of one may have been stopped since, and its manifest must then be removed.
  const environments = await listDeliveredEnvironments(deps.db, projectId);
  const delivered = environments.filter(({ isStopped }) => !isStopped);
  await storeEnvironments(store, projectId, delivered);
  for (const { id, isStopped } of environments) {
    if (isStopped) await store.remove(manifestKey(projectId, id));
  }
  if (delivered.length === 0) await store.remove(environmentsKey(projectId));
  return result;
}

async function syncEnvironment(
  { db, log }: SyncDeps,
  store: BundleStore,
  { projectId, environmentId }: { projectId: ProjectRef; environmentId: string },
  result: SyncResult,
): Promise<void> {
  const live = await findDelivery(db, projectId, environmentId);
  if (live !== null) await storeDelivery({ db, log }, store, projectId, live);
  let namesFailed = false;
  await changeManifest(store, projectId, environmentId, async (current) => {
    const kind = await compare({ db, log }, projectId, live, current);
    if (kind === 'ahead') {
      result.ahead++;
      log.warn(
        { projectId, environmentId, stored: current!.version, known: live?.version ?? 0 },
        'the bundle store has a newer release than the database; readers keep it until the next release',
      );
    }
    namesFailed = kind === 'behind' && live === null;
    if (kind !== 'behind' || live === null) return null;
    result.repaired++;
    return manifestOf(live);
  });
  if (namesFailed) await store.remove(manifestKey(projectId, environmentId));
  const blobs = live?.locales.flatMap(({ sha256, nestedSha256 }) => [sha256, nestedSha256!]) ?? [];
  await runConcurrently(blobs, COMPRESSED_AT_ONCE, (sha256) => compressBlob(store, sha256));
}

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

/**
 * Compares the manifest of an environment with the database. `ahead`: the manifest contains a
 * release that the database has lost. `same`: the manifest need not change.
 */
async function compare(
  { db }: SyncDeps,
  projectId: ProjectRef,
  live: Delivery | null,
  current: Manifest | null,
): Promise<'same' | 'behind' | 'ahead'> {
  if (current === null) return live === null ? 'same' : 'behind';
  if (live !== null && isDeepStrictEqual(current, manifestOf(live))) return 'same';
  const named = await findReleaseState(db, projectId, current.releaseId);
  if (named?.status === 'publishing') return 'same';
  const isNewer = current.version > (live?.version ?? 0);
  if (named?.status === 'published' && isNewer) return 'same';
  return named === null && isNewer ? 'ahead' : 'behind';
}
