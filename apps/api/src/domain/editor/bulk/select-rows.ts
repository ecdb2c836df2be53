import { type BodyOf, type i18nKeysBulk, type i18nValuesBulk, LIMITS } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import { requireKeys } from '../../content/index.ts';
import type { Principal, ProjectRef } from '../../kernel/index.ts';
import type { LocaleRow, ProjectRow } from '../../project/index.ts';
import { findRowIds } from '../row/row.store.ts';
import { type RowFilter, requireFilter, requireRowLocales } from '../row/row-filter.ts';
import { indexRows, type RowIndexPart } from '../row/row-scan.store.ts';
import { runRowScan } from '../row/run-scan.ts';

type Selection = BodyOf<typeof i18nValuesBulk>['select'] | BodyOf<typeof i18nKeysBulk>['select'];

type SelectDeps = Pick<Deps, 'db' | 'concurrency'>;

/**
 * Returns the ids of the rows that a bulk change selects, in ascending order.
 * @throws `validation_failed`, `limit_exceeded`; `not_found` for a key or a locale that the project
 * does not have
 */
export async function selectRows(
  deps: SelectDeps,
  principal: Principal,
  { project, locales: all }: { project: ProjectRow; locales: readonly LocaleRow[] },
  select: Selection,
  signal: AbortSignal,
): Promise<string[]> {
  if ('keyIds' in select) return rowsOfKeys(deps, project.id, select.keyIds);
  const locales = requireRowLocales(project, all, select.locales, '/select/locales');
  const { checks } = project.settings;
  const filter = requireFilter(select.query, locales, all, checks, '/select/query');
  return findRows(deps, principal, project.id, filter, signal);
}

async function rowsOfKeys(
  { db }: SelectDeps,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  await requireKeys(db, projectId, keyIds);
  return findRowIds(db, projectId, keyIds);
}

async function findRows(
  deps: SelectDeps,
  principal: Principal,
  projectId: ProjectRef,
  filter: RowFilter,
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const options = {
      after,
      found: ids.length,
      step: LIMITS.bulkRows,
      maxKeyIds: LIMITS.bulkRows,
      signal,
    };
    const part: RowIndexPart = await runRowScan(
      deps,
      principal,
      filter,
      (read) => read(deps.db),
      (tx) => indexRows(tx, projectId, filter, options),
    );
    signal.throwIfAborted();
    if (part.keyIds === null) {
      return fail(
        'limit_exceeded',
        `A bulk change can have at most ${LIMITS.bulkRows} rows. Narrow the filter.`,
      );
    }
    ids.push(...part.keyIds);
    after = part.next;
  } while (after !== null);
  return ids;
}
