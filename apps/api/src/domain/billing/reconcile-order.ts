import type { OwnerRef } from '../kernel/index.ts';
import { type ApplyDeps, applyOrder, endAttempt, RECONCILE_SECONDS } from './apply-order.ts';
import { callProvider, requirePayments } from './payment-calls.ts';
import { getPaymentOrder, type PaymentOrderRow } from './payment-order.store.ts';

/**
 * Number of days during which the service reads a pending payment order from the provider. Later,
 * the service only waits for events.
 */
const PENDING_DAYS = 30;

/**
 * Reads a payment order from the provider and applies its state, without capturing the payment.
 * @throws `payment_failed`, `payments_unavailable`
 */
export async function reconcileOrder(
  deps: ApplyDeps,
  order: PaymentOrderRow,
): Promise<PaymentOrderRow> {
  const { provider } = requirePayments(deps);
  const reported = await callProvider(deps, () => provider.getOrder(order.provider_order_id));
  if (reported) return applyOrder(deps, order, reported);
  const isOpen = order.status === 'created' || order.status === 'approved';
  return isOpen ? endAttempt(deps, order, { status: 'failed', failure: 'expired' }) : order;
}

/** Enqueues a task that reads a payment order from the provider until the payment is no longer pending. */
export async function reconcileLater(
  deps: ApplyDeps,
  { organizationId, providerOrderId }: { organizationId: OwnerRef; providerOrderId: string },
): Promise<void> {
  if (!deps.payments) return;
  const order = await getPaymentOrder(deps.db, organizationId, providerOrderId);
  if (order.status === 'completed' || order.status === 'failed') return;
  const { status } = await reconcileOrder(deps, order);
  const ageMs = deps.clock.now().getTime() - order.created_at.getTime();
  if (status !== 'pending' || ageMs > PENDING_DAYS * 24 * 60 * 60_000) return;
  await deps.tasks.enqueue(
    deps.db,
    'reconcile-order',
    { organizationId, providerOrderId },
    { delaySeconds: RECONCILE_SECONDS },
  );
}
