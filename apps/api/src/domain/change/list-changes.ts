import { troubleOf } from '../../db/availability/trouble.ts';
import type { Deps } from '../../deps.ts';
import type { ScanOptions, ScanResult } from '../scan.store.ts';
import { type ChangeFilter, type ChangeRow, listProjectChanges } from './change-list.store.ts';
import { numberChanges } from './change-number.store.ts';

/** Lists the changes of a project, newest first, including those of this moment. */
export async function listChanges(
  { db }: Pick<Deps, 'db'>,
  project: Parameters<typeof listProjectChanges>[1],
  filter: ChangeFilter,
  page: ScanOptions,
): Promise<ScanResult<ChangeRow>> {
  if (page.after === null) {
    await numberChanges(db, project.id).catch((error: unknown) => {
      // A read-only database can still be read. Then only the most recent changes lack a number.
      if (troubleOf(error) === null) throw error;
    });
  }
  return listProjectChanges(db, project, filter, page);
}
