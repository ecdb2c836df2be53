import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type {
  ProviderCapture,
  ProviderOrder,
  ProviderRefund,
} from '../../providers/payment/payment-provider.ts';
import { type Actor, audit } from '../kernel/index.ts';
import { postEntry, takeFromBuckets } from './credit-account.store.ts';
import { availableOf, grantPurchase, withCurrentAccount } from './credit-account.ts';
import { findRefundEntries } from './ledger.store.ts';
import { isSameMoney, shareOf } from './money.ts';
import {
  lockPaymentOrder,
  ORDER_REFERENCE,
  type PaymentOrderChange,
  type PaymentOrderRow,
  REFUND_REFERENCE,
  updatePaymentOrder,
} from './payment-order.store.ts';

export type ApplyDeps = Pick<Deps, 'db' | 'clock' | 'payments' | 'tasks' | 'log'>;

/**
 * Author of a change of a payment order, for the audit log. The author is the caller of the API, or
 * the buyer if the payment provider reported the change.
 */
export interface Asker {
  readonly actor: Actor;
  readonly address: string | null;
}

/** Seconds after which the service reads a pending payment order from the provider again. */
export const RECONCILE_SECONDS = 60 * 60;

/**
 * Applies the state that an order has at the payment provider: grants paid credits and takes back
 * refunded credits. Repeated calls have no further effect.
 */
export async function applyOrder(
  deps: ApplyDeps,
  order: PaymentOrderRow,
  reported: ProviderOrder,
  asker: Asker | null = null,
): Promise<PaymentOrderRow> {
  return deps.db.transaction().execute(async (tx) => {
    const current = await lockPaymentOrder(tx, order);
    const capture = decisiveCapture(reported);
    if (!capture) return applyUnpaid(deps, tx, current, reported);
    if (current.status === 'completed') {
      await takeBackRefunds(deps, tx, current, reported, capture);
      return current;
    }
    if (!isAsOrdered(current, reported, capture)) {
      const { id, amount } = capture;
      const fields = { order: current.provider_order_id, captureId: id, amount };
      deps.log.error(fields, 'a payment differs from its order; no credits were granted');
      return markOrderFailed(deps, tx, current, 'mismatch', id);
    }
    return applyCapture(deps, tx, current, { reported, capture, asker });
  });
}

async function applyUnpaid(
  deps: ApplyDeps,
  tx: Db,
  order: PaymentOrderRow,
  reported: ProviderOrder,
): Promise<PaymentOrderRow> {
  if (order.status === 'completed' || order.status === 'failed') return order;
  if (reported.status === 'voided') return markOrderFailed(deps, tx, order, 'voided');
  const status = reported.status === 'approved' ? 'approved' : order.status;
  return updatePaymentOrder(tx, order, { status, keepsLease: true }, deps.clock.now());
}

async function applyCapture(
  deps: ApplyDeps,
  tx: Db,
  order: PaymentOrderRow,
  paid: { reported: ProviderOrder; capture: ProviderCapture; asker: Asker | null },
): Promise<PaymentOrderRow> {
  const { reported, capture, asker } = paid;
  switch (capture.status) {
    case 'completed':
    case 'partially_refunded': {
      const granted = await grantCredits(deps, tx, order, capture.id, asker);
      await takeBackRefunds(deps, tx, granted, reported, capture);
      return granted;
    }
    case 'pending': {
      const { organization_id: organizationId, provider_order_id: providerOrderId } = order;
      if (order.status !== 'pending') {
        const payload = { organizationId, providerOrderId };
        await deps.tasks.enqueue(tx, 'reconcile-order', payload, {
          delaySeconds: RECONCILE_SECONDS,
        });
      }
      const change = { status: 'pending', captureId: capture.id } as const;
      return updatePaymentOrder(tx, order, change, deps.clock.now());
    }
    case 'declined':
      return markOrderFailed(deps, tx, order, 'declined', capture.id);
    case 'refunded':
      return markOrderFailed(deps, tx, order, 'refunded', capture.id);
  }
}

/**
 * Stores that an attempt to capture a payment ended without a result. Does nothing if the order was
 * paid during the attempt.
 */
export async function endAttempt(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  order: PaymentOrderRow,
  change: PaymentOrderChange,
): Promise<PaymentOrderRow> {
  return db.transaction().execute(async (tx) => {
    const current = await lockPaymentOrder(tx, order);
    if (current.status === 'completed') return current;
    return updatePaymentOrder(tx, order, change, clock.now());
  });
}

async function markOrderFailed(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  order: PaymentOrderRow,
  failure: string,
  captureId?: string,
): Promise<PaymentOrderRow> {
  const change = { status: 'failed', failure, ...(captureId && { captureId }) } as const;
  return updatePaymentOrder(tx, order, change, clock.now());
}

const tookMoney = ({ status }: ProviderCapture): boolean => status !== 'declined';

/**
 * Returns the capture that took the money, or else the newest capture. An order has several
 * captures if the buyer tried several cards.
 */
const decisiveCapture = ({ captures }: ProviderOrder): ProviderCapture | undefined =>
  captures.find(tookMoney) ?? captures.at(-1);

/**
 * True if the buyer has paid the amount of the order for the item of the order. The provider's
 * status does not show this.
 */
function isAsOrdered(
  order: PaymentOrderRow,
  reported: ProviderOrder,
  { amount }: ProviderCapture,
): boolean {
  return (
    reported.id === order.provider_order_id &&
    reported.customId === order.id &&
    reported.captures.filter(tookMoney).length <= 1 &&
    isSameMoney(amount, priceOf(order))
  );
}

const priceOf = (order: PaymentOrderRow) => ({
  value: order.amount_value,
  currency: order.amount_currency,
});

const buyerOf = (order: PaymentOrderRow): Asker => ({
  actor: { type: order.actor_type, id: order.actor_id, name: order.actor_name },
  address: null,
});

async function grantCredits(
  deps: ApplyDeps,
  tx: Db,
  order: PaymentOrderRow,
  captureId: string,
  asker: Asker | null,
): Promise<PaymentOrderRow> {
  const { organization_id: organizationId, credits, provider_order_id: id } = order;
  const now = deps.clock.now();
  const change = { status: 'completed', captureId, completedAt: now } as const;
  const completed = await updatePaymentOrder(tx, order, change, now);
  await audit(tx, {
    organizationId,
    at: now,
    ...(asker ?? buyerOf(order)),
    action: 'payment_order.capture',
    target: { type: 'payment_order', id, name: order.pack_name },
    details: { credits, amount: priceOf(order), captureId },
  });
  await grantPurchase(deps, tx, organizationId, {
    credits,
    orderId: order.id,
    reference: { type: ORDER_REFERENCE, id },
    description: order.pack_name,
  });
  return completed;
}

/** Takes back the credits of refunded payments. Spent and reserved credits cannot be taken back. */
async function takeBackRefunds(
  deps: ApplyDeps,
  tx: Db,
  order: PaymentOrderRow,
  reported: ProviderOrder,
  capture: ProviderCapture,
): Promise<void> {
  const { organization_id: organizationId } = order;
  const refunds = refundsOf(reported, capture);
  if (refunds.length === 0) return;
  const refundEntries = await findRefundEntries(
    tx,
    organizationId,
    refunds.map(({ id }) => id),
  );
  const now = deps.clock.now();
  for (const refund of refunds.filter(({ id }) => !refundEntries.has(id))) {
    const due = shareOf(order.credits, refund.amount, priceOf(order));
    const taken = await withCurrentAccount(deps, tx, organizationId, async (account) => {
      const credits = Math.min(due, availableOf(account));
      await takeFromBuckets(tx, organizationId, credits, order.id);
      await postEntry(tx, account, {
        type: 'refund',
        credits: 0 - credits,
        reference: { type: REFUND_REFERENCE, id: refund.id },
        description: `${order.pack_name}: ${refund.amount.value} ${refund.amount.currency} refunded`,
        now,
      });
      return credits;
    });
    await audit(tx, {
      organizationId,
      at: now,
      ...buyerOf(order),
      action: 'payment_order.refund',
      target: { type: 'payment_order', id: order.provider_order_id, name: order.pack_name },
      details: { refundId: refund.id, amount: refund.amount, credits: taken, spent: due - taken },
    });
  }
}

function refundsOf({ refunds }: ProviderOrder, capture: ProviderCapture): ProviderRefund[] {
  const completed = refunds.filter(({ isCompleted }) => isCompleted);
  if (completed.length > 0 || capture.status !== 'refunded') return completed;
  return [{ id: `reversal-of-${capture.id}`, isCompleted: true, amount: capture.amount }];
}
