import { troubleOf } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import type { ScanOptions, ScanResult } from '../scan.store.ts';
import { type ChangeFilter, type ChangeRow, listProjectChanges } from './change-list.store.ts';
import { numberChanges } from './change-number.store.ts';

/** Lists the changes of a project, newest first, the ones of this moment included. */
export async function listChanges(
  { db }: Pick<Deps, 'db'>,
  project: Parameters<typeof listProjectChanges>[1],
  filter: ChangeFilter,
  page: ScanOptions,
): Promise<ScanResult<ChangeRow>> {
  if (page.after === null) {
    await numberChanges(db, project.id).catch((error: unknown) => {
      // A database that takes no writes can be read: only the changes of the last moment have no number.
      if (troubleOf(error) === null) throw error;
    });
  }
  return listProjectChanges(db, project, filter, page);
}
