import { fail } from '../../errors.ts';
import type { SignedEvent } from '../../providers/payment/payment-provider.ts';
import type { ApplyDeps } from './apply-order.ts';
import { captureApproved } from './capture-order.ts';
import { callProvider, requirePayments } from './payment-calls.ts';
import { findOrderOfEvent } from './payment-order.store.ts';
import { reconcileOrder } from './reconcile-order.ts';

/**
 * Takes an event of the payment provider: a hint to look at the order, whose state is then asked for, so
 * that what an event says, how often it comes and in which order does not matter. An order that is
 * approved is captured.
 *
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
  // Other applications of the operator may share the provider's account.
  if (!order) return;
  const reconciled = await reconcileOrder(deps, order);
  // The buyer has said `pay now` and may have closed the page that would ask for the capture.
  if (reconciled.status === 'approved') await captureApproved(deps, reconciled);
}
