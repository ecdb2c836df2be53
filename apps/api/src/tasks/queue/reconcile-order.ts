import { reconcileLater } from '../../domain/billing/reconcile-order.ts';
import { trustedOwner } from '../../domain/tenant.ts';
import { task } from './task.ts';

/**
 * Reads the result of a payment from the provider, if the service did not learn the result at the
 * time of the payment.
 */
export const reconcileOrder = task({
  name: 'reconcile-order',
  concurrency: 1,
  retryLimit: 20,
  retryDelaySeconds: 30,
  expireSeconds: 120,
  async run(deps, payload) {
    await reconcileLater(deps, {
      ...payload,
      organizationId: trustedOwner(payload.organizationId),
    });
  },
});
