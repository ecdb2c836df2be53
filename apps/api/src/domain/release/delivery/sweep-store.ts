import type { Deps } from '../../../deps.ts';
import type { BundleStore } from '../../../providers/bundle-store/bundle-store.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { listDeliveredProjects } from './delivery.store.ts';
import { BLOBS, blobKeys, blobOf } from './stored-keys.ts';
import { type SyncResult, syncStore } from './sync-store.ts';
import { forgetUnnamed, lockUnnamed, noteUnnamed } from './unnamed-blob.store.ts';

/** Time for which an unused blob is kept, because apps may still use an older manifest. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const DELETIONS_AT_ONCE = 100;

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Compares the bundle store with the database and corrects the differences, project by project.
 *
 * @throws BundleStoreError
 */
export async function syncAll(
  deps: SweepDeps,
  store: BundleStore,
  signal: AbortSignal,
): Promise<SyncResult> {
  const total: SyncResult = { repaired: 0, ahead: 0 };
  for (let after: ProjectRef | null = null; ; ) {
    const ids: ProjectRef[] = await listDeliveredProjects(deps.db, after);
    if (ids.length === 0) return total;
    for (const id of ids) {
      signal.throwIfAborted();
      const { repaired, ahead } = await syncStore(deps, store, id);
      total.repaired += repaired;
      total.ahead += ahead;
    }
    after = ids.at(-1)!;
  }
}

/**
 * Deletes blobs that no release has used for 30 days, and returns their number.
 * @throws BundleStoreError
 */
export async function sweepBlobs(
  { db, clock }: SweepDeps,
  store: BundleStore,
  signal: AbortSignal,
): Promise<number> {
  for await (const page of store.list(BLOBS)) {
    signal.throwIfAborted();
    const blobs = page.flatMap(({ key }) => blobOf(key) ?? []);
    const unique = new Map(blobs.map((sha256) => [sha256.toString('hex'), sha256]));
    await noteUnnamed(db, [...unique.values()], clock.now());
  }
  const before = new Date(clock.now().getTime() - KEPT_MS);
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    const batch = await db.transaction().execute(async (tx) => {
      const sha256s = await lockUnnamed(tx, before, DELETIONS_AT_ONCE);
      for (const key of sha256s.flatMap(blobKeys)) await store.remove(key);
      if (sha256s.length > 0) await forgetUnnamed(tx, sha256s);
      return sha256s.length;
    });
    if (batch === 0) return deleted;
    deleted += batch;
  }
}
