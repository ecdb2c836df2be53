import type { DashboardSummary } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { lastDays, refreshCredits, sumUnits } from '../../billing/index.ts';
import { neededValues } from '../../content/index.ts';
import { ownerOf, type Principal } from '../../kernel/index.ts';
import {
  countJobs,
  countProjectsAndKeys,
  countReleases,
  sumLocales,
  sumOutdated,
} from './summary.store.ts';

/** Returns the figures of an organization's dashboard, for active projects and enabled locales. */
export async function viewSummary(
  deps: Pick<Deps, 'db' | 'contentReads' | 'clock' | 'payments'>,
  principal: Principal,
): Promise<DashboardSummary> {
  const { db, contentReads } = deps;
  const owner = ownerOf(principal);
  const [[counts, locales, outdated], releases, jobs, units30d, credits] = await Promise.all([
    contentReads.ofProjects(owner, null, (reader) =>
      Promise.all([
        countProjectsAndKeys(reader, owner),
        sumLocales(reader, owner),
        sumOutdated(reader, owner),
      ]),
    ),
    countReleases(db, owner),
    countJobs(db, owner),
    sumUnits(db, owner, lastDays(deps.clock.now())),
    owner.projectIds === null ? refreshCredits(deps, principal.organizationId) : null,
  ]);
  const sum = (of: (locale: (typeof locales)[number]) => number): number =>
    locales.reduce((total, locale) => total + of(locale), 0);
  return {
    ...counts,
    locales: locales.length,
    values: {
      translated: sum((locale) => locale.values_count - locale.needs_review),
      needsReview: sum((locale) => locale.needs_review),
      missing: sum((locale) => neededValues(locale.code, locale) - locale.values_count),
      outdated,
    },
    releases,
    jobs,
    usage: { units30d },
    credits,
  };
}
