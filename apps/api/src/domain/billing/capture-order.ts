import { setTimeout as delay } from 'node:timers/promises';
import { Failure, fail } from '../../errors.ts';
import type { CaptureOutcome } from '../../providers/payment/payment-provider.ts';
import { actorOf, type Principal } from '../kernel/index.ts';
import { type ApplyDeps, type Asker, applyOrder, endAttempt } from './apply-order.ts';
import { callProvider, requirePayments } from './payment-calls.ts';
import {
  claimCapture,
  getPaymentOrder,
  type PaymentOrderChange,
  type PaymentOrderRow,
} from './payment-order.store.ts';

/**
 * Time in milliseconds for which an order is reserved for the process that captures its payment.
 */
const LEASE_MS = 60_000;
const PATIENCE_MS = 45_000;
const MAX_POLL_MS = 400;
/** Seconds after a capture attempt until the service reads the order from the provider again. */
const RECONCILE_UNKNOWN_SECONDS = 90;

/**
 * Captures the payment of an approved order and grants its credits once. Only one request at a time
 * calls the provider. Other requests for the order wait.
 * @returns the order: completed, or pending if the provider still holds the money
 * @throws `payments_unavailable`, `not_found`, `conflict`, `payment_failed`
 */
export async function captureOrder(
  deps: ApplyDeps,
  principal: Principal,
  providerOrderId: string,
  address: string,
): Promise<PaymentOrderRow> {
  requirePayments(deps);
  const startedAt = performance.now();
  for (let pollMs = 25; ; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
    const order = await getPaymentOrder(deps.db, principal.organizationId, providerOrderId);
    if (order.status === 'completed') return order;
    if (order.status === 'failed') failPayment(order);
    const mine = await leaseCapture(deps, order);
    const asker = { actor: actorOf(principal), address };
    if (mine) return orderOf(await captureUnderLease(deps, mine, asker));
    if (performance.now() - startedAt > PATIENCE_MS) {
      fail('payment_failed', 'Another request is capturing this order. Try again.', {
        retryAfterSeconds: 5,
      });
    }
    await delay(pollMs * (0.5 + Math.random()));
  }
}

/**
 * Captures a payment that the buyer approved without returning to the page. If the provider
 * refuses, the refusal is stored with the order.
 * @throws `payment_failed` if the provider does not answer
 */
export async function captureApproved(deps: ApplyDeps, order: PaymentOrderRow): Promise<void> {
  const mine = await leaseCapture(deps, order);
  if (mine) await captureUnderLease(deps, mine, null);
}

interface Attempt {
  readonly kind: CaptureOutcome['kind'];
  readonly order: PaymentOrderRow;
}

async function captureUnderLease(
  deps: ApplyDeps,
  order: PaymentOrderRow,
  asker: Asker | null,
): Promise<Attempt> {
  const outcome = await askForMoney(deps, order);
  const { kind } = outcome;
  if (kind === 'captured') {
    const applied = await applyOrder(deps, order, outcome.order, asker);
    const isPaid = outcome.order.captures.length > 0;
    return { kind, order: isPaid ? applied : await endAttempt(deps, order, {}) };
  }
  return { kind, order: await endAttempt(deps, order, CHANGES[kind](outcome)) };
}

function orderOf({ kind, order }: Attempt): PaymentOrderRow {
  if (order.status === 'completed') return order;
  if (order.status === 'failed') failPayment(order);
  if (kind === 'not_approved') {
    fail('conflict', 'The buyer has not approved the order. Send the buyer to its `approveUrl`.');
  }
  if (kind === 'instrument_declined') {
    fail(
      'payment_failed',
      'The payment method was declined. Send the buyer to `approveUrl` to choose another one.',
    );
  }
  return order;
}

type Refusal = Exclude<CaptureOutcome, { kind: 'captured' }>;

const CHANGES: Readonly<Record<Refusal['kind'], (refusal: Refusal) => PaymentOrderChange>> = {
  not_approved: () => ({ isRefused: true }),
  instrument_declined: () => ({ status: 'created', isRefused: true }),
  expired: () => ({ status: 'failed', failure: 'expired' }),
  refused: (refusal) => ({
    status: 'failed',
    failure: refusal.kind === 'refused' ? refusal.reason : refusal.kind,
  }),
};

/**
 * Reserves the order for this process, so that only this process captures the payment. Also
 * enqueues a task that checks the order later. If this process is killed, the task finds the
 * payment.
 */
async function leaseCapture(
  deps: ApplyDeps,
  order: PaymentOrderRow,
): Promise<PaymentOrderRow | null> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const mine = await claimCapture(tx, order, now, new Date(now.getTime() + LEASE_MS));
    if (!mine) return null;
    const { organization_id: organizationId, provider_order_id: providerOrderId } = order;
    await deps.tasks.enqueue(
      tx,
      'reconcile-order',
      { organizationId, providerOrderId },
      { delaySeconds: RECONCILE_UNKNOWN_SECONDS },
    );
    return mine;
  });
}

async function askForMoney(deps: ApplyDeps, order: PaymentOrderRow): Promise<CaptureOutcome> {
  const { provider } = requirePayments(deps);
  try {
    return await callProvider(deps, () =>
      provider.captureOrder(order.provider_order_id, `${order.id}-${order.capture_attempt}`),
    );
  } catch (error) {
    if (error instanceof Failure) await endAttempt(deps, order, {});
    throw error;
  }
}

const NO_LONGER: ReadonlySet<string | null> = new Set(['expired', 'voided']);

function failPayment({ failure }: PaymentOrderRow): never {
  if (NO_LONGER.has(failure)) fail('conflict', `The order is ${failure}. Create a new order.`);
  if (failure === 'mismatch') {
    fail(
      'payment_failed',
      'The payment differs from the order. Contact the operator of this server.',
    );
  }
  return fail(
    'payment_failed',
    `The payment was refused (${failure}) and no credits were granted. Create a new order.`,
  );
}
