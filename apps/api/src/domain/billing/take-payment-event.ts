import { fail } from '../../errors.ts';
import type { SignedEvent } from '../../providers/payment/payment-provider.ts';
import type { ApplyDeps } from './apply-order.ts';
import { captureApproved } from './capture-order.ts';
import { callProvider, requirePayments } from './payment-calls.ts';
import { findOrderOfEvent } from './payment-order.store.ts';
import { reconcileOrder } from './reconcile-order.ts';

/**
 * Handles an event from the payment provider. The service reads the order from the provider after
 * each event, so the content and the order of events do not matter.
 * @throws `payments_unavailable`, `unauthenticated`, `payment_failed`
 */
export async function takePaymentEvent(deps: ApplyDeps, event: SignedEvent): Promise<void> {
  const { provider } = requirePayments(deps);
  const verified = await callProvider(deps, () => provider.verifyEvent(event));
  if (!verified) {
    deps.log.warn('rejected a payment event: the payment provider did not confirm its signature');
    fail('unauthenticated', 'The signature of the event is not valid.');
  }
  if (verified.orderId === null && verified.captureId === null) return;
  const order = await findOrderOfEvent(deps.db, verified);
  if (!order) return;
  const reconciled = await reconcileOrder(deps, order);
  if (reconciled.status === 'approved') await captureApproved(deps, reconciled);
}
