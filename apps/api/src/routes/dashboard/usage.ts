import { dashboardUsage } from '@parlance/contracts';
import {
  lastDays,
  refreshCredits,
  sumUsage,
  usagePageQueryOf,
  viewPlan,
} from '../../domain/billing/index.ts';
import { ownerOf } from '../../domain/kernel/index.ts';
import { route } from '../../http/route.ts';
import { presentUsageRow } from '../usage/usage.present.ts';

export const dashboardUsageRoute = route(dashboardUsage, async ({ deps, principal }) => {
  const { organizationId } = principal;
  const days = lastDays(deps.clock.now());
  const [credits, plan, { rows }] = await Promise.all([
    refreshCredits(deps, organizationId),
    viewPlan(deps, organizationId),
    sumUsage(deps.db, ownerOf(principal), days, 'day', usagePageQueryOf({})),
  ]);
  return { data: { credits, plan, series: rows.map(presentUsageRow('day')) } };
});
