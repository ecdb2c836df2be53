import { billingCredits } from '@parlance/contracts';
import { refreshCredits } from '../../domain/billing/index.ts';
import { route } from '../../http/route.ts';

export const billingCreditsRoute = route(billingCredits, async ({ deps, principal }) => ({
  data: await refreshCredits(deps, principal.organizationId),
}));
