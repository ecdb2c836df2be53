import type { Money } from '@parlance/contracts';
import type {
  ProviderCapture,
  ProviderOrder,
  ProviderRefund,
  VerifiedEvent,
} from './payment-provider.ts';
import type { PaypalAnswer } from './paypal-http.ts';

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Statuses of an order, by the corresponding status at PayPal (Orders v2, `order_status`). */
const ORDER_STATUSES: Readonly<Record<string, ProviderOrder['status']>> = {
  CREATED: 'created',
  SAVED: 'created',
  PAYER_ACTION_REQUIRED: 'created',
  APPROVED: 'approved',
  COMPLETED: 'completed',
  VOIDED: 'voided',
};

/** Statuses of a capture, by the corresponding status at PayPal (Payments v2, `capture_status`). */
const CAPTURE_STATUSES: Readonly<Record<string, ProviderCapture['status']>> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
};

/** Parses a PayPal order. Returns null if the response is not a valid order. */
export function readOrder(body: unknown): ProviderOrder | null {
  const order = objectOf(body);
  const id = textOf(order.id);
  const status = ORDER_STATUSES[textOf(order.status) ?? ''];
  if (id === null || status === undefined) return null;
  const [unit] = listOf(order.purchase_units);
  const payments = objectOf(unit?.payments);
  const captures = listOf(payments.captures);
  const links = listOf(order.links);
  const approve = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
  return {
    id,
    status,
    approveUrl: textOf(approve?.href),
    customId: textOf(unit?.custom_id) ?? textOf(captures[0]?.custom_id),
    captures: captures.flatMap(readCapture),
    refunds: listOf(payments.refunds).flatMap(readRefund),
  };
}

function readCapture(capture: Json): ProviderCapture[] {
  const id = textOf(capture.id);
  const status = CAPTURE_STATUSES[textOf(capture.status) ?? ''];
  const amount = readMoney(capture.amount);
  return id === null || status === undefined || amount === null ? [] : [{ id, status, amount }];
}

function readRefund(refund: Json): ProviderRefund[] {
  const id = textOf(refund.id);
  const amount = readMoney(refund.amount);
  if (id === null || amount === null) return [];
  return [{ id, isCompleted: refund.status === 'COMPLETED', amount }];
}

function readMoney(value: unknown): Money | null {
  const money = objectOf(value);
  const amount = textOf(money.value);
  const currency = textOf(money.currency_code);
  return amount === null || currency === null ? null : { value: amount, currency };
}

/**
 * Returns PayPal's code for an error. It is the issue of the first detail, or the name of the error
 * if there are no details.
 */
export function issueOf(answer: PaypalAnswer): string | null {
  const body = objectOf(answer.body);
  const [detail] = listOf(body.details);
  return textOf(detail?.issue) ?? textOf(body.name) ?? textOf(body.error);
}

const CAPTURE_LINK = /\/v2\/payments\/captures\/([A-Za-z0-9-]+)$/;

/**
 * Returns the subject of a PayPal event. An event about an order contains the order. An event about
 * a capture contains the id of the order. An event about a refund links to the capture.
 */
export function readEvent(event: Json): VerifiedEvent {
  const type = textOf(event.event_type) ?? '';
  const resource = objectOf(event.resource);
  const id = textOf(resource.id);
  if (type.startsWith('CHECKOUT.ORDER.')) return { type, orderId: id, captureId: null };
  const related = objectOf(objectOf(resource.supplementary_data).related_ids);
  const linked = listOf(resource.links)
    .filter(({ rel }) => rel === 'up' || rel === 'self')
    .map(({ href }) => CAPTURE_LINK.exec(textOf(href) ?? '')?.[1])
    .find((found) => found !== undefined);
  return {
    type,
    orderId: textOf(related.order_id),
    captureId: textOf(related.capture_id) ?? linked ?? null,
  };
}
