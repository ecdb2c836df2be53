import { i18nReviewsGet, parseTime } from '@parlance/contracts';
import { countReviewed } from '../../domain/content/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { getProject, listAllLocales } from '../../domain/project/index.ts';
import { failAt } from '../../errors.ts';
import { route } from '../../http/route.ts';

export const i18nReviewsGetRoute = route(
  i18nReviewsGet,
  async ({ deps: { db }, principal, params, query }) => {
    const { id } = await getProject(db, ownerOf(principal), params.projectId);
    const since =
      parseTime(query.since) ??
      failAt('query/since', 'is not a valid date or date-time (ISO 8601)');
    const [locales, counts] = await Promise.all([
      listAllLocales(db, id),
      countReviewed(db, id, since, principal),
    ]);
    return {
      data: locales.map((locale) => {
        const localeCounts = counts.find(({ locale_id }) => locale_id === locale.id);
        const { reviewed = 0, by_caller = 0 } = localeCounts ?? {};
        return { locale: locale.code, reviewed, reviewedByCaller: by_caller };
      }),
    };
  },
);
