import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import { auditActions, createTenant, type Tenant } from '../../../test/app/build.ts';
import {
  type PaypalServer,
  type SignedDelivery,
  startPaypalServer,
} from '../../../test/servers/paypal-server.ts';
import { newId } from '../../db/ids/uuid.ts';
import { reserveCredits } from '../../domain/billing/credit-account.ts';

let paypal: PaypalServer;
let app: TestApp;
let tenant: Tenant;
let orderId: string;

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({
    env: {
      ...paypal.env,
      FREE_MONTHLY_CREDITS: '0',
      CREDIT_PACKS: JSON.stringify([
        { id: 'small', name: '1,000 credits', credits: 1000, amount: '5.00', currency: 'EUR' },
      ]),
    },
  });
});
beforeEach(async () => {
  tenant = await createTenant(app);
  const { data } = await tenant.client.billing.checkoutSessions.create({ packId: 'small' });
  orderId = data.orderId;
  paypal.approve(orderId);
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

const deliver = ({ headers, body }: SignedDelivery): Promise<Response> =>
  fetch(`${app.url}/v1/billing/webhooks/paypal`, { method: 'POST', headers, body });

const statusOf = async (delivery: SignedDelivery): Promise<number> => {
  const response = await deliver(delivery);
  await response.arrayBuffer();
  return response.status;
};

function captureElsewhere(): void {
  const order = paypal.orders.get(orderId)!;
  order.status = 'COMPLETED';
  order.captures = [
    {
      id: `CAPTURE${orderId}`,
      status: 'COMPLETED',
      amount: order.amount,
      custom_id: order.customId,
    },
  ];
}

const ledgerOf = async () =>
  (await tenant.client.billing.ledger()).data.map(({ type, credits, balanceAfter }) => [
    type,
    credits,
    balanceAfter,
  ]);

describe('the PayPal webhook', () => {
  it('grants the credits of a payment once, even if the event is delivered again', async () => {
    captureElsewhere();
    const event = paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId);
    const response = await deliver(event);
    expect([response.status, await response.json()]).toEqual([200, { data: {}, meta: {} }]);
    const again = await Promise.all(Array.from({ length: 20 }, () => statusOf(event)));
    expect(new Set(again)).toEqual(new Set([200]));
    expect(await statusOf(paypal.signEvent('CHECKOUT.ORDER.COMPLETED', orderId))).toBe(200);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
    const { data } = await tenant.client.billing.checkoutSessions.capture({ orderId });
    expect(data).toEqual({ orderId, status: 'completed', creditsGranted: 1000, balance: 1000 });
    expect(await auditActions(app, orderId)).toEqual([
      'payment_order.create',
      'payment_order.capture',
    ]);
  });

  it('does not grant credits a second time for an event during a capture by the buyer’s page', async () => {
    captureElsewhere();
    await Promise.all([
      ...Array.from({ length: 10 }, () =>
        statusOf(paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId)),
      ),
      ...Array.from({ length: 10 }, () =>
        tenant.client.billing.checkoutSessions.capture({ orderId }),
      ),
    ]);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it('grants no credits unless the API of PayPal confirms the payment', async () => {
    captureElsewhere();
    const early = paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId);
    paypal.orders.get(orderId)!.captures[0]!.status = 'DECLINED';
    expect(await statusOf(early)).toBe(200);
    expect(await ledgerOf()).toEqual([]);
  });

  it.each([
    [['DECLINED'], []],
    [['DECLINED', 'FAILED'], []],
    [[], ['DECLINED']],
    [['FAILED'], ['DECLINED']],
  ] as const)(
    'grants the credits of a payment with failed attempts (%j before, %j after)',
    async (before, after) => {
      captureElsewhere();
      const order = paypal.orders.get(orderId)!;
      const [paid] = order.captures;
      const attempt = (status: 'DECLINED' | 'FAILED') => ({
        ...paid!,
        id: `${status}${order.captures.length}`,
        status,
      });
      order.captures = [...before.map(attempt), paid!, ...after.map(attempt)];
      expect(await statusOf(paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId))).toBe(200);
      expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
    },
  );

  it('grants no credits for two payments of one order', async () => {
    captureElsewhere();
    const order = paypal.orders.get(orderId)!;
    order.captures = [order.captures[0]!, { ...order.captures[0]!, id: 'ANOTHER' }];
    expect(await statusOf(paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId))).toBe(200);
    expect(await ledgerOf()).toEqual([]);
  });

  it('captures an approved order once for a buyer who closed the page, even if the event is delivered again', async () => {
    const event = paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { data } = await tenant.client.billing.checkoutSessions.capture({ orderId });
    expect(data).toEqual({ orderId, status: 'completed', creditsGranted: 1000, balance: 1000 });
    expect(paypal.countRequests(`${orderId}/capture`)).toBe(1);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
    expect(await auditActions(app, orderId)).toEqual([
      'payment_order.create',
      'payment_order.capture',
    ]);
  });

  it('causes one capture for an approval during a capture by the buyer’s page', async () => {
    const event = paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId);
    const captures = Array.from({ length: 10 }, () =>
      tenant.client.billing.checkoutSessions.capture({ orderId }),
    );
    const events = Array.from({ length: 10 }, () => statusOf(event));
    for (const { data } of await Promise.all(captures)) expect(data.creditsGranted).toBe(1000);
    expect(new Set(await Promise.all(events))).toEqual(new Set([200]));
    expect(paypal.countRequests(`${orderId}/capture`)).toBe(1);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it('accepts the approval of a declined means of payment, and the buyer can pay again', async () => {
    paypal.planCapture({ kind: 'issue', issue: 'INSTRUMENT_DECLINED' });
    const event = paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId);
    expect(await statusOf(event)).toBe(200);
    expect(await ledgerOf()).toEqual([]);
    paypal.approve(orderId);
    expect(await statusOf(paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId))).toBe(200);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it('requests redelivery of an approval if PayPal does not answer the capture', async () => {
    paypal.fail({ kind: 'status', status: 503 }, { path: /capture$/, times: 3 });
    const event = paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId);
    expect(await statusOf(event)).toBe(502);
    expect(await statusOf(event)).toBe(200);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it('accepts and ignores an event about an unknown order', async () => {
    captureElsewhere();
    const event = paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId);
    await app.db
      .updateTable('payment_order')
      .set({ provider_order_id: `OTHER${orderId}` })
      .where('provider_order_id', '=', orderId)
      .execute();
    expect(await statusOf(event)).toBe(200);
  });

  it('requests redelivery with an error while PayPal is unavailable', async () => {
    captureElsewhere();
    const event = paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId);
    paypal.fail({ kind: 'status', status: 500 }, { path: /verify-webhook/, times: 3 });
    expect(await statusOf(event)).toBe(502);
    expect(await statusOf(event)).toBe(200);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });
});

describe('a refund', () => {
  const refund = async (value?: string): Promise<void> => {
    paypal.refund(orderId, value);
    const event = paypal.signEvent('PAYMENT.CAPTURE.REFUNDED', orderId);
    expect(await statusOf(event)).toBe(200);
    expect(await statusOf(event)).toBe(200);
  };

  beforeEach(async () => {
    await tenant.client.billing.checkoutSessions.capture({ orderId });
  });

  it('removes its share of the credits, once', async () => {
    await refund('1.25');
    await refund('0.001');
    expect(await ledgerOf()).toEqual([
      ['refund', -1, 749],
      ['refund', -250, 750],
      ['purchase', 1000, 1000],
    ]);
    expect((await auditActions(app, orderId)).slice(2)).toEqual([
      'payment_order.refund',
      'payment_order.refund',
    ]);
  });

  it('does not remove reserved credits', async () => {
    const { organizationId } = tenant;
    const reference = { type: 'translation' as const, id: newId() };
    await app.db
      .transaction()
      .execute((tx) => reserveCredits(app.deps, tx, { organizationId, reference, units: 400 }));
    await refund();
    expect(await ledgerOf()).toEqual([
      ['refund', -600, 400],
      ['purchase', 1000, 1000],
    ]);
  });

  it('grants no credits for an order whose credits were never granted', async () => {
    const { data } = await tenant.client.billing.checkoutSessions.create({ packId: 'small' });
    orderId = data.orderId;
    captureElsewhere();
    await refund();
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });
});

describe('an event without a valid signature', () => {
  it('gets 401, with no signature, a forged signature, or a changed body', async () => {
    captureElsewhere();
    const event = paypal.signEvent('PAYMENT.CAPTURE.COMPLETED', orderId);
    const json = { 'content-type': 'application/json' };
    expect(await statusOf({ headers: json, body: event.body })).toBe(401);
    expect(await statusOf({ headers: json, body: '' })).toBe(401);
    const forged = { ...event.headers, 'paypal-transmission-sig': 'AAAA' };
    expect(await statusOf({ headers: forged, body: event.body })).toBe(401);
    expect(await statusOf({ ...event, body: event.body.replace('COMPLETED', 'PENDING') })).toBe(
      401,
    );
    expect(await statusOf({ ...event, body: `${event.body} ` })).toBe(401);
    expect(await ledgerOf()).toEqual([]);
  });

  it('gets 413 if it is too large', async () => {
    const event = paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId);
    expect(await statusOf({ ...event, body: ' '.repeat(2 * 1024 * 1024) })).toBe(413);
  });
});

describe('the PayPal webhook without PAYPAL_WEBHOOK_ID', () => {
  it('answers payments_unavailable', async () => {
    const own = await startTestApp({
      env: { ...paypal.env, PAYPAL_WEBHOOK_ID: '' },
      connectionString: app.connectionString,
      works: false,
    });
    try {
      const { headers, body } = paypal.signEvent('CHECKOUT.ORDER.APPROVED', orderId);
      const url = `${own.url}/v1/billing/webhooks/paypal`;
      const response = await fetch(url, { method: 'POST', headers, body });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        503,
        'payments_unavailable',
      ]);
    } finally {
      await own.close();
    }
  });
});
