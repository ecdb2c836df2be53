import {
  type CaptureOutcome,
  type NewProviderOrder,
  PaymentError,
  type PaymentProvider,
  type ProviderOrder,
  type SignedEvent,
  type VerifiedEvent,
} from './payment-provider.ts';
import { issueOf, readEvent, readOrder } from './paypal-answers.ts';
import { type PaypalAnswer, PaypalHttp, type PaypalHttpOptions } from './paypal-http.ts';

export interface PaypalOptions extends PaypalHttpOptions {
  readonly webhookId: string | null;
}

const ORDERS = '/v2/checkout/orders';
/** Length to which PayPal truncates the description of a purchase unit. */
const DESCRIPTION_LENGTH = 127;

/**
 * Headers that contain the signature of an event. The key is the member of PayPal's verification
 * request in which the value of the header is sent.
 */
const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const;

/**
 * Issues after which the buyer can choose another payment method at the URL for approving the
 * order.
 */
const INSTRUMENT_ISSUES = new Set(['INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING']);
const APPROVAL_ISSUES = new Set(['ORDER_NOT_APPROVED', 'PAYER_ACTION_REQUIRED']);
const EXPIRY_ISSUES = new Set(['ORDER_EXPIRED', 'INVALID_RESOURCE_ID']);
/** Issues after which the state of the PayPal order is unknown. The order must be fetched again. */
const ENDED_ISSUES = new Set(['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETED_OR_VOIDED']);

/**
 * Creates a payment provider that uses PayPal's Orders v2
 * (developer.paypal.com/docs/api/orders/v2).
 */
export function createPaypal(options: PaypalOptions): PaymentProvider {
  const http = new PaypalHttp(options);

  async function getOrder(orderId: string): Promise<ProviderOrder | null> {
    const answer = await http.send({ method: 'GET', path: pathOf(orderId), isRepeatable: true });
    if (answer.status === 404) return null;
    return orderOf(answer, 'show an order');
  }

  async function createOrder(order: NewProviderOrder) {
    const answer = await http.send({
      method: 'POST',
      path: ORDERS,
      requestId: order.requestId,
      isRepeatable: true,
      body: {
        intent: 'CAPTURE',
        purchase_units: [
          {
            custom_id: order.customId,
            description: order.description.slice(0, DESCRIPTION_LENGTH),
            amount: { currency_code: order.amount.currency, value: order.amount.value },
          },
        ],
        payment_source: {
          paypal: {
            experience_context: {
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
              return_url: order.returnUrl,
              cancel_url: order.cancelUrl,
            },
          },
        },
      },
    });
    const { approveUrl, ...created } = orderOf(answer, 'create an order');
    if (approveUrl === null) throw unexpected(answer, 'create an order');
    return { ...created, approveUrl };
  }

  async function captureOrder(orderId: string, requestId: string): Promise<CaptureOutcome> {
    const answer = await http.send({
      method: 'POST',
      path: `${pathOf(orderId)}/capture`,
      requestId,
      isRepeatable: true,
      body: {},
    });
    if (answer.status === 200 || answer.status === 201) {
      const order = orderOf(answer, 'capture an order');
      // A response in PayPal's short form lacks `custom_id`. In this case, the order is fetched.
      const isWhole = order.customId !== null && order.captures.length > 0;
      return { kind: 'captured', order: isWhole ? order : await requireOrder(orderId) };
    }
    const issue = issueOf(answer);
    if (issue !== null && ENDED_ISSUES.has(issue)) {
      return { kind: 'captured', order: await requireOrder(orderId) };
    }
    if (issue !== null && APPROVAL_ISSUES.has(issue)) return { kind: 'not_approved' };
    if (issue !== null && INSTRUMENT_ISSUES.has(issue)) return { kind: 'instrument_declined' };
    if (answer.status === 404 || (issue !== null && EXPIRY_ISSUES.has(issue))) {
      return { kind: 'expired' };
    }
    if (answer.status === 422 && issue !== null) return { kind: 'refused', reason: issue };
    throw unexpected(answer, 'capture an order');
  }

  async function requireOrder(orderId: string): Promise<ProviderOrder> {
    const order = await getOrder(orderId);
    if (!order)
      throw new PaymentError('unreachable', 'PayPal did not return an order that it captured');
    return order;
  }

  async function verifyEvent(event: SignedEvent): Promise<VerifiedEvent | null> {
    const { webhookId } = options;
    if (webhookId === null) {
      throw new PaymentError('webhook_unconfigured', 'PAYPAL_WEBHOOK_ID is not set');
    }
    const parts: Record<string, string> = { webhook_id: webhookId };
    for (const [name, header] of Object.entries(SIGNATURE_HEADERS)) {
      const value = event.headers[header];
      if (value === undefined || value === '') return null;
      parts[name] = value;
    }
    const content = readJsonObject(event.body);
    if (content === null) return null;
    // The event is sent as it was received, because PayPal verifies its exact bytes.
    const head = JSON.stringify(parts).slice(0, -1);
    const answer = await http.send({
      method: 'POST',
      path: '/v1/notifications/verify-webhook-signature',
      isRepeatable: true,
      rawBody: `${head},"webhook_event":${event.body.toString('utf8')}}`,
    });
    // PayPal answers with the status 400 or 422 if it cannot parse the signature.
    if (answer.status === 400 || answer.status === 422) return null;
    if (answer.status !== 200) throw unexpected(answer, 'verify an event');
    const { verification_status: status } = (answer.body ?? {}) as Record<string, unknown>;
    if (status !== 'SUCCESS') return null;
    return readEvent(content);
  }

  return { createOrder, getOrder, captureOrder, verifyEvent };
}

const pathOf = (orderId: string): string => `${ORDERS}/${encodeURIComponent(orderId)}`;

function orderOf(answer: PaypalAnswer, action: string): ProviderOrder {
  if (answer.status !== 200 && answer.status !== 201) throw unexpected(answer, action);
  return (
    readOrder(answer.body) ??
    raise('unreachable', `PayPal did not return a valid order on the request to ${action}`)
  );
}

function raise(kind: 'unreachable', message: string): never {
  throw new PaymentError(kind, message);
}

function unexpected(answer: PaypalAnswer, action: string): PaymentError {
  const issue = issueOf(answer);
  return new PaymentError(
    answer.status >= 400 && answer.status < 500 ? 'rejected' : 'unreachable',
    `PayPal refused to ${action}: ${answer.status}${issue === null ? '' : ` ${issue}`}`,
  );
}

function readJsonObject(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
