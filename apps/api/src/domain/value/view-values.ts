import type { Db } from '../../db/client.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { isOlderThanSource } from './source-version.store.ts';
import { findActors, type ValueRow } from './value.store.ts';

/** A value with what its row only points at. */
export interface ValueView extends ValueRow {
  locale: string;
  outdated: boolean;
  updated_by: Actor;
}

/** `codes` are the locales' tags by their numbers. */
export async function viewValues(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  codes: ReadonlyMap<number, string>,
  rows: readonly ValueRow[],
): Promise<ValueView[]> {
  const actors = await findActors(
    db,
    project.id,
    rows.map((row) => row.change_id),
  );
  return rows.map((row) => ({
    ...row,
    locale: codes.get(row.locale_id)!,
    outdated: isOutdated(row, project.source_locale_id),
    updated_by: actors.get(row.change_id)!,
  }));
}

/** The source is never older than itself. */
const isOutdated = (row: ValueRow, sourceLocaleId: number): boolean =>
  row.locale_id !== sourceLocaleId && isOlderThanSource(row.source_version, row.key_source_version);
