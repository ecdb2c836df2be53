import type { Db } from '../../db/client.ts';
import { rangesOf } from '../batches.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { accountKeys, type ContentProject } from './account-keys.ts';
import { insertKeys, type KeyRef, type KeysWrittenBy } from './key.store.ts';

/** Adds keys of plural forms that a translation needs and its source lacks. The caller holds the content lock. */
export async function insertFormKeys(
  tx: Db,
  project: ContentProject,
  keys: readonly KeyRef[],
  by: KeysWrittenBy,
  changes: ContentChanges,
): Promise<void> {
  for (const [from, to] of rangesOf(keys.length)) {
    const rows = keys.slice(from, to).map(({ id, name, description }) => ({
      id,
      name,
      description,
      sourceVersion: 0,
    }));
    await insertKeys(tx, project, rows, by);
  }
  const keyChanges = keys.map((key) => ({ key, wasLiving: false, isLiving: true, isNew: true }));
  await accountKeys(tx, project, keyChanges, changes);
}
