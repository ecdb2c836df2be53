import { LIMITS, type TranslationItem, translateJobsResult } from '@parlance/contracts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { requireLocaleTag } from '../../domain/project/index.ts';
import { JOB_RESULTS_KEPT_DAYS } from '../../domain/release/index.ts';
import { getJob, isOver, readJobItems } from '../../domain/translation/index.ts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { presentItem, presentJobUsage } from './translation.present.ts';

export const translateJobsResultRoute = route(
  translateJobsResult,
  async ({ deps, principal, params, query }) => {
    const job = await getJob(deps.db, ownerOf(principal), params.jobId);
    if (!isOver(job) && query.partial !== true) {
      fail(
        'job_not_completed',
        `The job is ${job.status}. Wait for it to end, or read the results so far with partial=true.`,
      );
    }
    if (job.results_dropped_at !== null) {
      fail(
        'not_found',
        `The results of this job were deleted, ${JOB_RESULTS_KEPT_DAYS} days after it ended. Create a new job.`,
      );
    }
    const limit = query.limit ?? LIMITS.defaultPageSize;
    const locale =
      query.locale === undefined ? null : requireLocaleTag(query.locale, 'query/locale');
    const { items, nextCursor } = await readJobItems(deps.db, job, {
      locale,
      status: query.status ?? null,
      cursor: query.cursor,
      limit,
    });
    const locales = new Map<string, { items: TranslationItem[] }>();
    for (const item of items) {
      const localeItems = locales.get(item.locale) ?? { items: [] };
      locales.set(item.locale, localeItems);
      localeItems.items.push(presentItem(item.string, item.result));
    }
    return {
      data: { locales: Object.fromEntries(locales), usage: presentJobUsage(job) },
      meta: { nextCursor, limit },
    };
  },
);
