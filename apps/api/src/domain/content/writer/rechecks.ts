import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { insertRechecks } from '../recheck/recheck.store.ts';
import { endAllDismissals } from './dismissals.store.ts';
import { forgetSourceHashes } from './sources/sources.store.ts';

/**
 * Requests a check of all values of a project, after a change of its message format or source
 * locale.
 */
export async function recheckProject(
  tx: Db,
  projectId: ProjectRef,
  { hasOtherSource }: { hasOtherSource: boolean },
): Promise<void> {
  if (hasOtherSource) {
    await forgetSourceHashes(tx, projectId);
    await endAllDismissals(tx, projectId);
  }
  await insertRechecks(tx, projectId, [{ reason: 'settings', keyIds: null }]);
}
