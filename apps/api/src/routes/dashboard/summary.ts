import { dashboardSummary } from '@parlance/contracts';
import { viewSummary } from '../../domain/editor/index.ts';
import { route } from '../../http/route.ts';

export const dashboardSummaryRoute = route(dashboardSummary, async ({ deps, principal }) => ({
  data: await viewSummary(deps, principal),
}));
