import { dashboardProgress, LIMITS } from '@parlance/contracts';
import { listDailyProgress } from '../../domain/dashboard/daily-progress.ts';
import { pageQueryOf } from '../../domain/paging.ts';
import { ownerOf } from '../../domain/principal.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardProgressRoute = route(
  dashboardProgress,
  async ({ deps, principal, query }) => {
    const { days, limit = LIMITS.progressPageSize } = query;
    const page = { ...pageQueryOf({ ...query, limit }), ...(days !== undefined && { days }) };
    return listAnswer(await listDailyProgress(deps, ownerOf(principal), page), (row) => row);
  },
);
