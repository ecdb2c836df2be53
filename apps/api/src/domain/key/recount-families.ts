import type { Db } from '../../db/client.ts';
import type { ContentChanges } from '../value/content-changes.store.ts';
import { accountFamilies, type ContentProject } from './account-keys.ts';
import { type FamilyCandidate, readFamilyCandidates } from './key.store.ts';

/** Names are up to 2,048 characters long, and each is looked through: few at a time. */
const BATCH_KEYS = 2_000;

/**
 * Finds the plural families of a whole project again, after its message format or its source language
 * has changed, and adds the differences to `changes`. Keys whose names cannot be in a family are
 * not read. The caller holds the content lock.
 */
export async function recountFamilies(
  tx: Db,
  project: ContentProject,
  changes: ContentChanges,
): Promise<void> {
  let open: FamilyCandidate[] = [];
  for await (const rows of readFamilyCandidates(tx, project.id, BATCH_KEYS)) {
    const keys = [...open, ...rows];
    const lastStem = rows.length < BATCH_KEYS ? undefined : keys.at(-1)!.stem;
    open = keys.filter(({ stem }) => stem === lastStem);
    const whole = keys.filter(({ stem }) => stem !== lastStem);
    const keyChanges = whole.map((key) => ({
      key,
      wasLiving: true,
      isLiving: true,
      isNew: false,
    }));
    await accountFamilies(tx, project, keyChanges, changes);
  }
}
