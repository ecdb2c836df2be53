import { billingCheckoutSessionsCapture } from '@parlance/contracts';
import { captureOrder, refreshCredits } from '../../domain/billing/index.ts';
import { route } from '../../http/route.ts';
import { presentCapture } from './order.present.ts';

export const billingCheckoutSessionsCaptureRoute = route(
  billingCheckoutSessionsCapture,
  async ({ deps, principal, params, request }) => {
    const order = await captureOrder(deps, principal, params.orderId, request.ip);
    const { balance } = await refreshCredits(deps, principal.organizationId);
    return { data: presentCapture(order, balance) };
  },
);
