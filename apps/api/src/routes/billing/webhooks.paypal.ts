import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { billingWebhooksPaypal } from '@parlance/contracts';
import { requirePayments, takePaymentEvent } from '../../domain/billing/index.ts';
import { route } from '../../http/route.ts';

export const billingWebhooksPaypalRoute = route(
  billingWebhooksPaypal,
  async ({ deps, request }) => {
    requirePayments(deps);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
    );
    // Reads the bytes as they were sent, because the signature covers them.
    const body = await buffer(request.body as Readable);
    await takePaymentEvent(deps, { headers, body });
    return { data: {} };
  },
);
