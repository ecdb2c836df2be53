import { reconcileLater } from '../../domain/billing/index.ts';
import { trustedOwner } from '../../domain/kernel/index.ts';
import { task } from './task.ts';

/**
 * Asks the payment provider about an order if the service does not know whether the order was paid.
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
