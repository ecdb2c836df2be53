import type { CreditPack } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { PaymentOrderStatus } from '../../db/schema.generated.ts';
import { fail } from '../../errors.ts';
import { type Actor, type OwnerRef, trustedOwner } from '../kernel/index.ts';

export interface PaymentOrderRow {
  organization_id: OwnerRef;
  /** Id of the payment order, which the payment provider receives as `custom_id`. */
  id: string;
  provider_order_id: string;
  pack_id: string;
  pack_name: string;
  credits: number;
  amount_value: string;
  amount_currency: string;
  status: PaymentOrderStatus;
  approve_url: string;
  capture_attempt: number;
  capture_id: string | null;
  failure: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  created_at: Date;
}

const COLUMNS = [
  'organization_id',
  'id',
  'provider_order_id',
  'pack_id',
  'pack_name',
  'credits',
  'amount_value',
  'amount_currency',
  'status',
  'approve_url',
  'capture_attempt',
  'capture_id',
  'failure',
  'actor_type',
  'actor_id',
  'actor_name',
  'created_at',
] as const;

const toOrder = (row: Omit<PaymentOrderRow, 'organization_id'> & { organization_id: string }) => ({
  ...row,
  organization_id: trustedOwner(row.organization_id),
});

export async function insertPaymentOrder(
  tx: Db,
  order: {
    organizationId: OwnerRef;
    id: string;
    providerOrderId: string;
    pack: CreditPack;
    approveUrl: string;
    actor: Actor;
    now: Date;
  },
): Promise<PaymentOrderRow> {
  const row = await tx
    .insertInto('payment_order')
    .values({
      organization_id: order.organizationId,
      id: order.id,
      provider_order_id: order.providerOrderId,
      pack_id: order.pack.id,
      pack_name: order.pack.name,
      credits: order.pack.credits,
      amount_value: order.pack.amount.value,
      amount_currency: order.pack.amount.currency,
      approve_url: order.approveUrl,
      actor_type: order.actor.type,
      actor_id: order.actor.id,
      actor_name: order.actor.name,
      created_at: order.now,
      updated_at: order.now,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toOrder(row);
}

/**
 * Returns a payment order of the organization.
 * @throws `not_found`, also for an order of another organization
 */
export async function getPaymentOrder(
  db: Db,
  organizationId: OwnerRef,
  providerOrderId: string,
): Promise<PaymentOrderRow> {
  const row = await db
    .selectFrom('payment_order')
    .where('organization_id', '=', organizationId)
    .where('provider_order_id', '=', providerOrderId)
    .select(COLUMNS)
    .executeTakeFirst();
  return row ? toOrder(row) : fail('not_found', 'The order does not exist.');
}

/** Returns the payment order of an event of the provider. Returns null for an order of another application. */
export async function findOrderOfEvent(
  db: Db,
  event: { orderId: string | null; captureId: string | null },
): Promise<PaymentOrderRow | null> {
  const { orderId, captureId } = event;
  const row = await db
    .selectFrom('payment_order')
    .where((eb) =>
      orderId === null ? eb('capture_id', '=', captureId) : eb('provider_order_id', '=', orderId),
    )
    .select(COLUMNS)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/**
 * Reserves the capture of a payment order until `until`, and returns the order. Returns null if another process has
 * reserved it, or if there is nothing to capture.
 */
export async function claimCapture(
  db: Db,
  { organization_id, id }: Pick<PaymentOrderRow, 'organization_id' | 'id'>,
  now: Date,
  until: Date,
): Promise<PaymentOrderRow | null> {
  const row = await db
    .updateTable('payment_order')
    .set({ capturing_until: until })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .where('status', 'in', ['created', 'approved', 'pending'])
    .where((eb) => eb.or([eb('capturing_until', 'is', null), eb('capturing_until', '<=', now)]))
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/**
 * Locks a payment order until the transaction ends. Lock the order before the organization's
 * credits to avoid deadlocks.
 */
export async function lockPaymentOrder(
  tx: Db,
  { organization_id, id }: Pick<PaymentOrderRow, 'organization_id' | 'id'>,
): Promise<PaymentOrderRow> {
  const row = await tx
    .selectFrom('payment_order')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .select(COLUMNS)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return toOrder(row);
}

export interface PaymentOrderChange {
  status?: PaymentOrderStatus;
  captureId?: string;
  failure?: string;
  completedAt?: Date;
  /**
   * True if the provider refused the capture. The next attempt then uses a new request id, because
   * the provider answers a known id with its earlier answer.
   */
  isRefused?: true;
  keepsLease?: true;
}

/**
 * Updates a payment order. Unless `keepsLease` is true, this process also gives up its reservation
 * of the order.
 */
export async function updatePaymentOrder(
  tx: Db,
  { organization_id, id }: Pick<PaymentOrderRow, 'organization_id' | 'id'>,
  change: PaymentOrderChange,
  now: Date,
): Promise<PaymentOrderRow> {
  const row = await tx
    .updateTable('payment_order')
    .set({
      updated_at: now,
      ...(change.keepsLease === undefined ? { capturing_until: null } : {}),
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.captureId === undefined ? {} : { capture_id: change.captureId }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.completedAt === undefined ? {} : { completed_at: change.completedAt }),
      ...(change.isRefused === undefined ? {} : { capture_attempt: sql`capture_attempt + 1` }),
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toOrder(row);
}

export const ORDER_REFERENCE = 'payment_order';
export const REFUND_REFERENCE = 'payment_refund';
