import { usageGet } from '@parlance/contracts';
import { dayRangeOf, sumUsage, usagePageQueryOf } from '../../domain/billing/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { route } from '../../http/route.ts';
import { presentUsageRow } from './usage.present.ts';

export const usageGetRoute = route(usageGet, async ({ deps, principal, query }) => {
  const groupBy = query.groupBy ?? 'day';
  const range = dayRangeOf(query, deps.clock.now());
  const page = usagePageQueryOf(query);
  const { rows, totals, nextCursor, limit } = await sumUsage(
    deps.db,
    ownerOf(principal),
    range,
    groupBy,
    page,
  );
  return {
    data: { totals, series: rows.map(presentUsageRow(groupBy)) },
    meta: { nextCursor, limit },
  };
});
