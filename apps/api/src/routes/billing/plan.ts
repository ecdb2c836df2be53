import { billingPlan } from '@parlance/contracts';
import { viewPlan } from '../../domain/billing/index.ts';
import { route } from '../../http/route.ts';

export const billingPlanRoute = route(billingPlan, async ({ deps, principal }) => ({
  data: await viewPlan(deps, principal.organizationId),
}));
