import { maskToCodes } from '@parlance/messages';
import type { AppDeps } from '../../../app-deps.ts';
import type { Db } from '../../../db/client.ts';
import {
  countMasks,
  countStates,
  hasRechecks,
  readOutdatedCounts,
  type StateCounts,
} from '../../content/index.ts';
import { ownerOf, type Principal, type ProjectRef } from '../../kernel/index.ts';
import { type RowState, requireLocales, requireLocaleTags } from '../../project/index.ts';

export interface LocaleCountsView extends StateCounts {
  locale: string;
  outdated: number;
  /** Numbers of values with findings, by the code of the check. */
  checks: Record<string, number>;
  /** True if some values of the project still have to be checked again. */
  rechecking: boolean;
}

/**
 * Counts the values of the requested locales. If no locales are requested, counts the values of all
 * locales. Reads only the values with findings, because the other counts are stored.
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function countValues(
  { contentReads, rowAnswers }: Pick<AppDeps, 'contentReads' | 'rowAnswers'>,
  principal: Principal,
  state: RowState,
  tags: readonly string[] | undefined,
): Promise<LocaleCountsView[]> {
  const all = state.locales;
  const locales = tags ? requireLocales(all, requireLocaleTags(tags, 'query/locales')) : all;
  const ids = locales.map(({ id }) => id);
  const projectId = state.project.id;
  return rowAnswers.take(state, ['counts', ids], async () => {
    const [states, outdated, findings, rechecking] = await contentReads.ofRows(
      ownerOf(principal),
      state,
      (db) =>
        Promise.all([
          countStates(db, projectId, locales),
          readOutdatedCounts(db, projectId),
          countFindings(db, projectId, ids),
          hasRechecks(db, projectId),
        ]),
    );
    return locales.map(({ id, code }) => ({
      locale: code,
      ...states.get(id)!,
      outdated: outdated.get(id) ?? 0,
      checks: findings.get(id) ?? {},
      rechecking,
    }));
  });
}

async function countFindings(
  db: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const counts = new Map<number, Record<string, number>>();
  for (const { localeId, mask, count } of await countMasks(db, projectId, localeIds)) {
    const checks = counts.get(localeId) ?? {};
    for (const code of maskToCodes(BigInt(mask))) checks[code] = (checks[code] ?? 0) + count;
    counts.set(localeId, checks);
  }
  return counts;
}
