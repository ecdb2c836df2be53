import type { Db } from '../../db/client.ts';
import { numberChanges } from '../content/index.ts';
import { ownerOf, type Principal } from '../kernel/index.ts';
import { getProject } from './project.store.ts';

/**
 * Numbers the committed changes of a project. Events that the caller announces in a later
 * transaction are then ordered after the events of these changes.
 * @throws `not_found`
 */
export async function numberEarlierChanges(
  db: Db,
  { principal, projectId }: { principal: Principal; projectId: string },
): Promise<void> {
  const { id } = await getProject(db, ownerOf(principal), projectId);
  await numberChanges(db, id);
}
