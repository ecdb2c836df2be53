import { billingGet } from '@parlance/contracts';
import { viewCredits, viewPlan } from '../../domain/billing/view-credits.ts';
import { route } from '../../http/route.ts';

export const billingGetRoute = route(billingGet, async ({ deps, principal }) => {
  const [plan, credits] = await Promise.all([
    viewPlan(deps, principal.organizationId),
    viewCredits(deps, principal.organizationId),
  ]);
  return { data: { plan, credits, packs: [...(deps.payments?.packs ?? [])] } };
});
