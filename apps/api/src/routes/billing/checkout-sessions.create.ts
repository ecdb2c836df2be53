import { billingCheckoutSessionsCreate } from '@parlance/contracts';
import { createCheckout } from '../../domain/billing/index.ts';
import { route } from '../../http/route.ts';
import { presentCheckout } from './order.present.ts';

export const billingCheckoutSessionsCreateRoute = route(
  billingCheckoutSessionsCreate,
  async ({ deps, principal, body, request }) => {
    const { order, pack } = await createCheckout(deps, principal, body.packId, request.ip);
    return { data: presentCheckout(order, pack) };
  },
);
