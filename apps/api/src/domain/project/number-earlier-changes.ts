import type { Db } from '../../db/client.ts';
import { numberChanges } from '../content/index.ts';
import { ownerOf, type Principal } from '../kernel/index.ts';
import { getProject } from './project.store.ts';

/**
 * Numbers the changes of a project that are complete now. An event that the caller announces in a
 * later transaction then follows their events, such as that of the key that it is about.
 * @throws `not_found`
 */
export async function numberEarlierChanges(
  db: Db,
  { principal, projectId }: { principal: Principal; projectId: string },
): Promise<void> {
  const { id } = await getProject(db, ownerOf(principal), projectId);
  await numberChanges(db, id);
}
