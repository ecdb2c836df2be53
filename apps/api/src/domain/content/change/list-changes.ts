import { troubleOf } from '../../../db/availability/trouble.ts';
import type { Db } from '../../../db/client.ts';
import type { ScanOptions, ScanResult } from '../../kernel/index.ts';
import { readKeptFrom } from '../sync/kept-from.store.ts';
import { type ChangeFilter, type ChangeRow, listProjectChanges } from './change-list.store.ts';
import { numberChanges } from './change-number.store.ts';

/**
 * Lists the changes of a project, newest first. Before that, assigns numbers to committed changes,
 * because the list contains only numbered changes.
 */
export async function listChanges(
  { db }: { readonly db: Db },
  project: Parameters<typeof listProjectChanges>[1],
  filter: ChangeFilter,
  page: ScanOptions,
): Promise<ScanResult<ChangeRow> & { olderDeleted: boolean }> {
  if (page.after === null) {
    await numberChanges(db, project.id).catch((error: unknown) => {
      if (troubleOf(error) === null) throw error;
    });
  }
  const found = await listProjectChanges(db, project, filter, page);
  const olderDeleted = found.next === null && (await readKeptFrom(db, project.id)) > 1;
  return { ...found, olderDeleted };
}
