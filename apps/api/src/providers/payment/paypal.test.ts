import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PaypalServer, startPaypalServer } from '../../../test/servers/paypal-server.ts';
import type { NewProviderOrder, PaymentProvider } from './payment-provider.ts';
import { createPaypal, type PaypalOptions } from './paypal.ts';

let server: PaypalServer;
let paypal: PaymentProvider;
let logged: string[];

beforeEach(async () => {
  server = await startPaypalServer();
  paypal = connect();
});
afterEach(() => server.close());

function connect(overrides: Partial<PaypalOptions> = {}): PaymentProvider {
  logged = [];
  return createPaypal({
    clientId: server.env.PAYPAL_CLIENT_ID!,
    clientSecret: server.env.PAYPAL_CLIENT_SECRET!,
    baseUrl: server.url,
    webhookId: server.env.PAYPAL_WEBHOOK_ID!,
    fetch,
    log: (_level, message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
    timeoutMs: 300,
    retryDelayMs: 5,
    ...overrides,
  });
}

const ORDER: NewProviderOrder = {
  requestId: 'request-1',
  customId: 'custom-1',
  amount: { value: '5.00', currency: 'USD' },
  description: '250,000 credits',
  returnUrl: 'https://app.test/?checkout=approved',
  cancelUrl: 'https://app.test/?checkout=cancelled',
};

async function createApproved(): Promise<string> {
  const { id } = await paypal.createOrder(ORDER);
  server.approve(id);
  return id;
}

describe('an order', () => {
  it('contains the purchase and the return address, and has an approval address', async () => {
    const order = await paypal.createOrder(ORDER);
    expect(order).toEqual({
      id: order.id,
      status: 'created',
      approveUrl: `${server.url}/checkoutnow?token=${order.id}`,
      customId: 'custom-1',
      captures: [],
      refunds: [],
    });
    const { body } = server.orders.get(order.id)!;
    expect(body).toMatchObject({
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'custom-1', amount: { currency_code: 'USD', value: '5.00' } }],
      payment_source: {
        paypal: {
          experience_context: { return_url: ORDER.returnUrl, cancel_url: ORDER.cancelUrl },
        },
      },
    });
  });

  it('exists only once after a repeated call', async () => {
    server.fail({ kind: 'lose' }, { path: /orders$/ });
    server.fail({ kind: 'status', status: 503 }, { path: /orders$/ });
    const { id } = await paypal.createOrder(ORDER);
    expect([...server.orders.keys()]).toEqual([id]);
    expect(server.countRequests('/v2/checkout/orders')).toBe(3);
  });

  it('has the value null if the provider does not know it', async () => {
    expect(await paypal.getOrder('NO-SUCH')).toBeNull();
  });
});

describe('a capture', () => {
  it('returns the order with its payment', async () => {
    const id = await createApproved();
    const outcome = await paypal.captureOrder(id, 'capture-1');
    expect(outcome).toMatchObject({
      kind: 'captured',
      order: {
        id,
        status: 'completed',
        customId: 'custom-1',
        captures: [{ status: 'completed', amount: { value: '5.00', currency: 'USD' } }],
      },
    });
  });

  it('returns the same payment in a second call', async () => {
    const id = await createApproved();
    const first = await paypal.captureOrder(id, 'capture-1');
    expect(await paypal.captureOrder(id, 'capture-1')).toEqual(first);
    expect(await paypal.captureOrder(id, 'capture-2')).toEqual(first);
    expect(server.orders.get(id)!.captures).toHaveLength(1);
  });

  it('repeats its request if the response was lost, and charges once', async () => {
    const id = await createApproved();
    server.fail({ kind: 'lose' }, { path: /capture$/ });
    expect(await paypal.captureOrder(id, 'capture-1')).toMatchObject({ kind: 'captured' });
    expect(server.orders.get(id)!.captures).toHaveLength(1);
  });

  it('waits while an equal call is running', async () => {
    const id = await createApproved();
    const body = { details: [{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS' }] };
    server.fail({ kind: 'status', status: 409, body }, { path: /capture$/ });
    expect(await paypal.captureOrder(id, 'capture-1')).toMatchObject({ kind: 'captured' });
  });

  it.each([
    ['INSTRUMENT_DECLINED', { kind: 'instrument_declined' }],
    ['PAYER_ACTION_REQUIRED', { kind: 'not_approved' }],
    ['ORDER_EXPIRED', { kind: 'expired' }],
    ['TRANSACTION_REFUSED', { kind: 'refused', reason: 'TRANSACTION_REFUSED' }],
  ])('returns the matching outcome if PayPal refuses it with %s', async (issue, outcome) => {
    const id = await createApproved();
    server.planCapture({ kind: 'issue', issue });
    expect(await paypal.captureOrder(id, 'capture-1')).toEqual(outcome);
  });

  it('reports an unapproved order and an expired order', async () => {
    const { id } = await paypal.createOrder(ORDER);
    expect(await paypal.captureOrder(id, 'capture-1')).toEqual({ kind: 'not_approved' });
    server.expire(id);
    expect(await paypal.captureOrder(id, 'capture-2')).toEqual({ kind: 'expired' });
  });

  it('reports a pending or declined payment', async () => {
    for (const [status, expected] of [
      ['PENDING', 'pending'],
      ['DECLINED', 'declined'],
      ['FAILED', 'declined'],
    ] as const) {
      const { id } = await paypal.createOrder({ ...ORDER, requestId: status });
      server.approve(id);
      server.planCapture({ kind: 'status', status });
      const outcome = await paypal.captureOrder(id, status);
      expect(outcome).toMatchObject({ order: { captures: [{ status: expected }] } });
    }
  });
});

describe('a call to PayPal', () => {
  it.each([
    ['silence', { kind: 'hang' }],
    ['a broken connection', { kind: 'reset' }],
    ['a 5xx', { kind: 'status', status: 500 }],
    ['too many requests', { kind: 'status', status: 429, headers: { 'retry-after': '0' } }],
    ['a gateway’s page', { kind: 'not-json' }],
  ] as const)('fails as unreachable after %s', async (_name, fault) => {
    const id = await createApproved();
    server.fail(fault, { path: /capture$/, times: 9 });
    await expect(paypal.captureOrder(id, 'capture-1')).rejects.toMatchObject({
      name: 'PaymentError',
      kind: 'unreachable',
    });
  });

  it('fails as unreachable if the connection is refused', async () => {
    const nowhere = connect({ baseUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.getOrder('X')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('fails immediately with wrong credentials, and does not reveal the secret', async () => {
    const secret = 'a-very-secret-secret';
    const wrong = connect({ clientSecret: secret });
    const error = await wrong.getOrder('X').catch((caught: Error) => caught);
    expect(error).toMatchObject({ kind: 'rejected' });
    expect(server.countRequests('/oauth2/token')).toBe(1);
    expect(`${(error as Error).message} ${logged.join()}`).not.toContain(secret);
  });
});

describe('the access token', () => {
  it('serves 20 concurrent calls after one request', async () => {
    await Promise.all(Array.from({ length: 20 }, () => paypal.getOrder('X')));
    await paypal.getOrder('X');
    expect(server.countRequests('/oauth2/token')).toBe(1);
  });

  it('gets requested again once if PayPal rejects it', async () => {
    const id = await createApproved();
    server.revokeTokens();
    const outcomes = await Promise.all([1, 2, 3].map(() => paypal.getOrder(id)));
    expect(outcomes.every((order) => order?.id === id)).toBe(true);
    expect(server.countRequests('/oauth2/token')).toBe(2);
    server.fail({ kind: 'status', status: 401 }, { path: /orders\//, times: 2 });
    await expect(paypal.getOrder(id)).rejects.toMatchObject({ kind: 'rejected' });
    expect(await paypal.getOrder(id)).toMatchObject({ id });
  });

  it('gets replaced before it expires', async () => {
    await server.close();
    server = await startPaypalServer({ tokenSeconds: 30 });
    paypal = connect();
    await paypal.getOrder('X');
    await paypal.getOrder('X');
    expect(server.countRequests('/oauth2/token')).toBe(2);
  });

  it('gets requested again if the first response is lost', async () => {
    server.fail({ kind: 'reset' }, { path: /token$/ });
    expect(await paypal.getOrder('X')).toBeNull();
  });
});

describe('an event', () => {
  const eventOf = (type: string, orderId: string) => {
    const { headers, body } = server.signEvent(type, orderId);
    return { headers, body: Buffer.from(body) };
  };

  it('names its order or payment if PayPal signed it', async () => {
    const id = await createApproved();
    expect(await paypal.verifyEvent(eventOf('CHECKOUT.ORDER.APPROVED', id))).toEqual({
      type: 'CHECKOUT.ORDER.APPROVED',
      orderId: id,
      captureId: null,
    });
    await paypal.captureOrder(id, 'capture-1');
    const captureId = server.orders.get(id)!.captures[0]!.id;
    expect(await paypal.verifyEvent(eventOf('PAYMENT.CAPTURE.COMPLETED', id))).toEqual({
      type: 'PAYMENT.CAPTURE.COMPLETED',
      orderId: id,
      captureId,
    });
    server.refund(id);
    expect(await paypal.verifyEvent(eventOf('PAYMENT.CAPTURE.REFUNDED', id))).toEqual({
      type: 'PAYMENT.CAPTURE.REFUNDED',
      orderId: null,
      captureId,
    });
  });

  it('fails the verification with a changed body or a changed header', async () => {
    const id = await createApproved();
    const event = eventOf('CHECKOUT.ORDER.APPROVED', id);
    const changed = Buffer.from(event.body.toString().replace('1.0', '1.1'));
    expect(await paypal.verifyEvent({ ...event, body: changed })).toBeNull();
    const spaced = Buffer.concat([event.body, Buffer.from(' ')]);
    expect(await paypal.verifyEvent({ ...event, body: spaced })).toBeNull();
    for (const name of Object.keys(event.headers).filter((header) => header.startsWith('paypal'))) {
      const headers = { ...event.headers, [name]: undefined };
      expect(await paypal.verifyEvent({ ...event, headers })).toBeNull();
      const forged = { ...event.headers, [name]: 'x' };
      expect(await paypal.verifyEvent({ ...event, headers: forged })).toBeNull();
    }
  });

  it('does not reach PayPal if its body is not a JSON object', async () => {
    const id = await createApproved();
    const { headers } = eventOf('CHECKOUT.ORDER.APPROVED', id);
    for (const body of ['', '[]', '1', '{"a":1},"webhook_id":"x"', '{"a":']) {
      expect(await paypal.verifyEvent({ headers, body: Buffer.from(body) })).toBeNull();
    }
    expect(server.countRequests('verify-webhook-signature')).toBe(0);
  });

  it('cannot be verified without the id of the webhook', async () => {
    const id = await createApproved();
    const event = eventOf('CHECKOUT.ORDER.APPROVED', id);
    await expect(connect({ webhookId: null }).verifyEvent(event)).rejects.toMatchObject({
      kind: 'webhook_unconfigured',
    });
  });
});
