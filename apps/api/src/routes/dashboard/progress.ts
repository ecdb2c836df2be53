import { dashboardProgress, LIMITS } from '@parlance/contracts';
import { listDailyProgress } from '../../domain/editor/index.ts';
import { ownerOf, pageQueryOf } from '../../domain/kernel/index.ts';
import { listAnswer, route } from '../../http/route.ts';

export const dashboardProgressRoute = route(
  dashboardProgress,
  async ({ deps, principal, query }) => {
    const { days, limit = LIMITS.progressPageSize } = query;
    const page = { ...pageQueryOf({ ...query, limit }), ...(days !== undefined && { days }) };
    return listAnswer(await listDailyProgress(deps, ownerOf(principal), page), (row) => row);
  },
);
