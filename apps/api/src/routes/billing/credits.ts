import { billingCredits } from '@parlance/contracts';
import { viewCredits } from '../../domain/billing/view-credits.ts';
import { route } from '../../http/route.ts';

export const billingCreditsRoute = route(billingCredits, async ({ deps, principal }) => ({
  data: await viewCredits(deps, principal.organizationId),
}));
