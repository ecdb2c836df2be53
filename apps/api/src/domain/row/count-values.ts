import { maskToCodes } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import { countMasks } from '../check/published.store.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import { requireLocaleTags } from '../locale/locale-tag.ts';
import { requireLocales } from '../locale/require-locales.ts';
import type { ProjectRef } from '../tenant.ts';
import { readOutdatedCounts } from '../value/outdated-count.store.ts';
import { countStates, type StateCounts } from '../value/value-count.store.ts';

/** Number of values of active keys in one locale. */
export interface LocaleCountsView extends StateCounts {
  locale: string;
  outdated: number;
  /** By the code of the check. */
  checks: Record<string, number>;
}

/**
 * Counts values of locales, by default of all. Counts are kept by the writers; only values with findings are read.
 *
 * @throws `validation_failed`; `not_found` for a locale that the project does not have
 */
export async function countValues(
  db: Db,
  projectId: ProjectRef,
  all: readonly LocaleRow[],
  tags: readonly string[] | undefined,
): Promise<LocaleCountsView[]> {
  const locales = tags ? requireLocales(all, requireLocaleTags(tags, 'query/locales')) : all;
  const [states, outdated] = await Promise.all([
    countStates(db, projectId, locales),
    readOutdatedCounts(db, projectId),
  ]);
  const counts: LocaleCountsView[] = [];
  for (const { id, code } of locales) {
    const checks: Record<string, number> = {};
    const masks = await countMasks(db, { projectId, localeId: id, onlyReviewed: false });
    for (const [mask, count] of masks) {
      for (const check of maskToCodes(mask)) checks[check] = (checks[check] ?? 0) + count;
    }
    counts.push({ locale: code, ...states.get(id)!, outdated: outdated.get(id) ?? 0, checks });
  }
  return counts;
}
