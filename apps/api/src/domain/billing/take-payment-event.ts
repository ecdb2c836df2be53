import { fail } from '../../errors.ts';
import type { SignedEvent } from '../../providers/payment/payment-provider.ts';
import type { ApplyDeps } from './apply-order.ts';
import { captureApproved } from './capture-order.ts';
import { callProvider, requirePayments } from './payment-calls.ts';
import { findOrderOfEvent } from './payment-order.store.ts';
import { reconcileOrder } from './reconcile-order.ts';

/**
 * Handles an event of the payment provider. An event is only a hint to read the order, so its content, repetition and
 * order do not matter. Captures an approved order.
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
  // The provider's account may also serve other applications of the operator.
  if (!order) return;
  const reconciled = await reconcileOrder(deps, order);
  // The buyer has confirmed the payment, but may have closed the page that would request the capture.
  if (reconciled.status === 'approved') await captureApproved(deps, reconciled);
}
