import type { Db } from '../../db/client.ts';
import { BULK_ROWS } from '../batches.ts';
import { accountKeys, type ContentProject } from '../key/account-keys.ts';
import { listKeys, setKeysArchived } from '../key/key.store.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';

/**
 * Archives the living keys that are none of `kept`, out of every count.
 *
 * @returns how many they were.
 */
export async function pruneKeys(
  tx: Db,
  project: ContentProject,
  kept: ReadonlySet<string>,
  changes: ContentChanges,
  now: Date,
): Promise<number> {
  let archivedCount = 0;
  let after: string | null = null;
  for (;;) {
    const keys = await listKeys(tx, project.id, { after, limit: BULK_ROWS });
    const gone = keys.filter(({ id, archived }) => !archived && !kept.has(id));
    if (gone.length > 0) {
      const ids = gone.map(({ id }) => id);
      await setKeysArchived(tx, project.id, ids, now, now);
      const keyChanges = gone.map((key) => ({
        key,
        wasLiving: true,
        isLiving: false,
        isNew: false,
      }));
      await accountKeys(tx, project, keyChanges, changes);
      archivedCount += gone.length;
    }
    if (keys.length < BULK_ROWS) return archivedCount;
    after = keys.at(-1)!.id;
  }
}
