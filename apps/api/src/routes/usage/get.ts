import { usageGet } from '@parlance/contracts';
import { ownerOf } from '../../domain/principal.ts';
import { dayRangeOf } from '../../domain/usage/day-range.ts';
import { sumUsage } from '../../domain/usage/usage.store.ts';
import { route } from '../../http/route.ts';
import { presentUsage } from './usage.present.ts';

export const usageGetRoute = route(usageGet, async ({ deps, principal, query }) => {
  const groupBy = query.groupBy ?? 'day';
  const range = dayRangeOf(query, deps.clock.now());
  return {
    data: presentUsage(await sumUsage(deps.db, ownerOf(principal), range, groupBy), groupBy),
  };
});
