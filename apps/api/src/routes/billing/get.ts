import { billingGet } from '@parlance/contracts';
import { refreshCredits, viewPlan } from '../../domain/billing/index.ts';
import { route } from '../../http/route.ts';

export const billingGetRoute = route(billingGet, async ({ deps, principal }) => {
  const [plan, credits] = await Promise.all([
    viewPlan(deps, principal.organizationId),
    refreshCredits(deps, principal.organizationId),
  ]);
  return { data: { plan, credits, packs: [...(deps.payments?.packs ?? [])] } };
});
