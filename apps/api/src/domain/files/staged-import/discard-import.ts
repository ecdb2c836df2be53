import type { Deps } from '../../../deps.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import {
  deleteStagedImport,
  getOpenImport,
  lockOpenImport,
  type StagedImportRow,
} from './staged-import.store.ts';

/**
 * Deletes a staged import that was not applied.
 * @throws `not_found`, `conflict` if it was applied
 */
export function discardImport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  projectId: ProjectRef,
  id: string,
): Promise<StagedImportRow> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    await lockOpenImport(tx, projectId, id, now);
    const staged = await getOpenImport(tx, projectId, id, now);
    await deleteStagedImport(tx, projectId, id);
    return staged;
  });
}
