import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';
import { isOfOtherSource, selectValues, type ValueRow } from './value.store.ts';
import { findActors } from './value-version.store.ts';

export interface ValueView extends ValueRow {
  locale: string;
  outdated: boolean;
  updated_by: Actor;
}

/**
 * Adds the tag of the locale and the author to each value. `codes` has the tags of the locales by
 * number.
 */
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
  return rows.map((row) =>
    viewOf(project, row, codes.get(row.locale_id)!, actors.get(row.change_id)!),
  );
}

const selectView = namedStatement(
  'find_value_view',
  (db, projectId: RawBuilder<string>, localeId: RawBuilder<number>, keyId: RawBuilder<string>) =>
    selectValues(db, projectId)
      .innerJoin(
        lookUp('change', { project_id: projectId, id: sql.ref('v.change_id') }).as('c'),
        (join) => join.onTrue(),
      )
      .where('v.locale_id', '=', localeId)
      .where('v.key_id', '=', keyId)
      .select(['c.actor_type', 'c.actor_id', 'c.actor_name']),
);

export async function findView(
  db: Db,
  project: { id: ProjectRef; source_locale_id: number },
  cell: { localeId: number; localeTag: string; keyId: string },
): Promise<ValueView | null> {
  const [row] = await selectView(db, project.id, cell.localeId, cell.keyId);
  if (!row) return null;
  const { actor_type: type, actor_id: id, actor_name: name, ...value } = row;
  return viewOf(project, value, cell.localeTag, { type, id, name });
}

const viewOf = (
  project: { source_locale_id: number },
  row: ValueRow,
  locale: string,
  by: Actor,
): ValueView => ({
  ...row,
  locale,
  outdated: isOutdated(row, project.source_locale_id),
  updated_by: by,
});

const isOutdated = (row: ValueRow, sourceLocaleId: number): boolean =>
  row.locale_id !== sourceLocaleId && isOfOtherSource(row.source_version, row.key_source_version);
