import { usageGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { dayRangeOf } from '../../domain/usage/day-range.ts';
import { sumUsage, usagePageQueryOf } from '../../domain/usage/usage.store.ts';
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
