import type { CheckoutOrder } from '@parlance/contracts';
import { isParlanceError } from '@parlance/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  auditActions,
  codeOf,
  createApiKeyFor,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { type PaypalServer, startPaypalServer } from '../../../test/servers/paypal-server.ts';
import { reconcileLater } from '../../domain/billing/reconcile-order.ts';

const PACKS = JSON.stringify([
  { id: 'small', name: '1,000 credits', credits: 1000, amount: '5.00', currency: 'EUR' },
  { id: 'yen', name: '300 credits', credits: 300, amount: '500', currency: 'JPY' },
]);
const SMALL = {
  id: 'small',
  name: '1,000 credits',
  credits: 1000,
  amount: { value: '5.00', currency: 'EUR' },
};

let paypal: PaypalServer;
let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({
    env: {
      ...paypal.env,
      CREDIT_PACKS: PACKS,
      FREE_MONTHLY_CREDITS: '0',
      CHECKOUT_RETURN_URL: 'https://app.example.test/billing?tab=packs',
    },
  });
});
beforeEach(async () => {
  tenant = await createTenant(app);
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

const sessions = (of: Tenant = tenant) => of.client.billing.checkoutSessions;

async function checkOut(packId = 'small'): Promise<string> {
  const { data } = await sessions().create({ packId });
  return data.orderId;
}

async function checkOutApproved(): Promise<string> {
  const orderId = await checkOut();
  paypal.approve(orderId);
  return orderId;
}

const creditsOf = async (of: Tenant = tenant) => (await of.client.billing.credits()).data;
const ledgerOf = async () =>
  (await tenant.client.billing.ledger()).data.map(({ type, credits, balanceAfter }) => [
    type,
    credits,
    balanceAfter,
  ]);

async function failureOf(call: Promise<unknown>): Promise<{ code: string; detail: string }> {
  const error = await call.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!isParlanceError(error)) throw new Error(`no refusal but ${String(error)}`);
  return { code: error.code, detail: error.detail };
}

describe('checkout', () => {
  it('creates an order of the configured pack, and returns the approval address', async () => {
    const answer = await sessions().create({ packId: 'small' }, { raw: true });
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: CheckoutOrder };
    expect(data).toEqual({
      orderId: data.orderId,
      status: 'created',
      approveUrl: `${paypal.url}/checkoutnow?token=${data.orderId}`,
      pack: SMALL,
      amount: { value: '5.00', currency: 'EUR' },
    });
    expect(paypal.orders.get(data.orderId)).toMatchObject({
      amount: { value: '5.00', currency_code: 'EUR' },
      body: {
        payment_source: {
          paypal: {
            experience_context: {
              return_url: `https://app.example.test/billing?tab=packs&checkout=approved&organization=${tenant.organizationId}`,
              cancel_url: `https://app.example.test/billing?tab=packs&checkout=cancelled&organization=${tenant.organizationId}`,
            },
          },
        },
      },
    });
    expect(await auditActions(app, data.orderId)).toEqual(['payment_order.create']);
    expect(await creditsOf()).toMatchObject({ balance: 0 });
  });

  it('rejects an unknown pack and a price in the request', async () => {
    const before = paypal.orders.size;
    expect(await codeOf(sessions().create({ packId: 'huge' }))).toBe('validation_failed');
    const bargain = { packId: 'small', amount: { value: '0.01', currency: 'EUR' } };
    expect(await codeOf(sessions().create(bargain))).toBe('validation_failed');
    expect(paypal.orders.size).toBe(before);
  });

  it('creates one order for repeated calls with the same Idempotency-Key', async () => {
    const options = { idempotencyKey: 'checkout-1' };
    const first = await sessions().create({ packId: 'small' }, options);
    expect(await sessions().create({ packId: 'small' }, options)).toMatchObject({
      data: first.data,
    });
  });

  it('reports that the payment failed if the provider is unavailable', async () => {
    paypal.fail({ kind: 'status', status: 500 }, { path: /orders$/, times: 3 });
    const failure = await failureOf(sessions().create({ packId: 'small' }));
    expect(failure.code).toBe('payment_failed');
    expect(failure.detail).not.toMatch(/PAYPAL|secret|127\.0/);
  });
});

describe('capture', () => {
  it('grants the credits of the pack and returns the balance', async () => {
    const orderId = await checkOutApproved();
    expect((await sessions().capture({ orderId })).data).toEqual({
      orderId,
      status: 'completed',
      creditsGranted: 1000,
      balance: 1000,
    });
    expect(await creditsOf()).toMatchObject({ balance: 1000, purchased: 1000, included: 0 });
    const { data } = await tenant.client.billing.ledger();
    expect(data).toMatchObject([
      {
        type: 'purchase',
        credits: 1000,
        units: 0,
        balanceAfter: 1000,
        reference: { type: 'payment_order', id: orderId },
        description: '1,000 credits',
      },
    ]);
    expect(await auditActions(app, orderId)).toEqual([
      'payment_order.create',
      'payment_order.capture',
    ]);
  });

  it('grants the credits once, in 200 concurrent calls and years later', async () => {
    const orderId = await checkOutApproved();
    const asked = paypal.countRequests(`${orderId}/capture`);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => sessions().capture({ orderId })),
    );
    const expected = { orderId, status: 'completed', creditsGranted: 1000, balance: 1000 };
    for (const { data } of answers) expect(data).toEqual(expected);
    expect(paypal.countRequests(`${orderId}/capture`) - asked).toBe(1);
    app.clock.advance(2 * 365 * 24 * 60 * 60_000);
    try {
      expect((await sessions().capture({ orderId })).data).toEqual(expected);
      expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
    } finally {
      app.clock.advance(-2 * 365 * 24 * 60 * 60_000);
    }
  });

  it('answers 404 to other organizations', async () => {
    const orderId = await checkOutApproved();
    const other = await createTenant(app);
    expect(await codeOf(sessions(other).capture({ orderId }))).toBe('not_found');
    expect(await codeOf(sessions(other).capture({ orderId: '0NOSUCHORDER' }))).toBe('not_found');
    expect(paypal.countRequests(`${orderId}/capture`)).toBe(0);
    expect(await creditsOf(other)).toMatchObject({ balance: 0 });
    expect((await sessions().capture({ orderId })).data.status).toBe('completed');
  });

  it('answers with a conflict before the buyer approves the order, and succeeds afterwards', async () => {
    const orderId = await checkOut();
    expect(await codeOf(sessions().capture({ orderId }))).toBe('conflict');
    paypal.approve(orderId);
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
  });

  it('succeeds with another means of payment after a decline', async () => {
    const orderId = await checkOutApproved();
    paypal.planCapture({ kind: 'issue', issue: 'INSTRUMENT_DECLINED' });
    expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
    expect(await codeOf(sessions().capture({ orderId }))).toBe('conflict');
    paypal.approve(orderId);
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it('returns pending for a held payment, and grants the credits once the payment is completed', async () => {
    const orderId = await checkOutApproved();
    paypal.planCapture({ kind: 'status', status: 'PENDING' });
    const pending = { orderId, status: 'pending', creditsGranted: 0, balance: 0 };
    expect((await sessions().capture({ orderId })).data).toEqual(pending);
    expect((await sessions().capture({ orderId })).data).toEqual(pending);
    paypal.endPending(orderId, 'COMPLETED');
    expect((await sessions().capture({ orderId })).data).toMatchObject({
      status: 'completed',
      balance: 1000,
    });
  });

  it('grants the credits of a held payment later in the background', async () => {
    const orderId = await checkOutApproved();
    paypal.planCapture({ kind: 'status', status: 'PENDING' });
    await sessions().capture({ orderId });
    paypal.endPending(orderId, 'COMPLETED');
    const task = { organizationId: tenant.organizationId, providerOrderId: orderId };
    await reconcileLater(app.deps, task);
    await reconcileLater(app.deps, task);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it.each(['DECLINED', 'FAILED'] as const)(
    'grants nothing for a payment that is %s, and repeats the error without a request to the provider',
    async (status) => {
      const orderId = await checkOutApproved();
      paypal.planCapture({ kind: 'status', status });
      expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
      const asked = paypal.requests.length;
      expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
      expect(paypal.requests.length).toBe(asked);
      expect(await ledgerOf()).toEqual([]);
    },
  );

  it('ends the order if the provider refuses the payment permanently', async () => {
    const orderId = await checkOutApproved();
    paypal.planCapture({ kind: 'issue', issue: 'PAYEE_BLOCKED_TRANSACTION' });
    expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
    expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
  });

  it('answers with a conflict for an order that the provider no longer has', async () => {
    const orderId = await checkOutApproved();
    paypal.expire(orderId);
    expect(await codeOf(sessions().capture({ orderId }))).toBe('conflict');
    expect(await codeOf(sessions().capture({ orderId }))).toBe('conflict');
  });

  it.each([
    ['another amount', { amount: { value: '0.05', currency_code: 'EUR' } }],
    ['another currency', { amount: { value: '5.00', currency_code: 'HUF' } }],
    ['somebody else’s order', { customId: '0198c0de-0000-7000-8000-000000000000' }],
  ])('grants nothing for a response with %s', async (_name, other) => {
    const orderId = await checkOutApproved();
    paypal.planCapture({ kind: 'other', ...other });
    expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
    expect(await codeOf(sessions().capture({ orderId }))).toBe('payment_failed');
    expect(await ledgerOf()).toEqual([]);
  });

  it('repeats a request to the provider after its response was lost, and grants the credits once', async () => {
    const orderId = await checkOutApproved();
    paypal.fail({ kind: 'lose' }, { path: /capture$/ });
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
    expect(paypal.orders.get(orderId)!.captures).toHaveLength(1);
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
  });

  it('reports an unknown outcome if the provider does not respond, and grants the credits later', async () => {
    const orderId = await checkOutApproved();
    paypal.fail({ kind: 'lose' }, { path: /capture$/ });
    paypal.fail({ kind: 'status', status: 503 }, { path: /capture$/, times: 2 });
    const failure = await failureOf(sessions().capture({ orderId }));
    expect(failure.code).toBe('payment_failed');
    expect(failure.detail).toMatch(/Try again/);
    expect(await ledgerOf()).toEqual([]);
    await reconcileLater(app.deps, {
      organizationId: tenant.organizationId,
      providerOrderId: orderId,
    });
    expect(await ledgerOf()).toEqual([['purchase', 1000, 1000]]);
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
  });

  it('grants the credits of an order that was captured elsewhere', async () => {
    const orderId = await checkOutApproved();
    const order = paypal.orders.get(orderId)!;
    order.status = 'COMPLETED';
    order.captures = [
      { id: 'CAPTURED-1', status: 'COMPLETED', amount: order.amount, custom_id: order.customId },
    ];
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
  });

  it.each([
    ['COMPLETED', 'no error', 1000],
    ['VOIDED', 'conflict', null],
  ] as const)(
    'checks an order that has ended with the provider: %s',
    async (status, code, balance) => {
      const orderId = await checkOutApproved();
      const order = paypal.orders.get(orderId)!;
      if (status === 'COMPLETED') {
        paypal.planCapture({ kind: 'issue', issue: 'ORDER_COMPLETED_OR_VOIDED' });
        order.captures = [
          { id: `C-${orderId}`, status, amount: order.amount, custom_id: order.customId },
        ];
      } else {
        order.status = status;
      }
      expect(await codeOf(sessions().capture({ orderId }))).toBe(code);
      expect((await ledgerOf())[0]?.[2] ?? null).toBe(balance);
    },
  );

  it('continues with a new access token if the provider revoked the old token', async () => {
    const orderId = await checkOutApproved();
    paypal.revokeTokens();
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
  });

  it('takes over from a process that was killed during the capture', async () => {
    const orderId = await checkOutApproved();
    await app.db
      .updateTable('payment_order')
      .set({ capturing_until: new Date(app.clock.now().getTime() + 600) })
      .where('provider_order_id', '=', orderId)
      .execute();
    expect((await sessions().capture({ orderId })).data.creditsGranted).toBe(1000);
  });

  it('grants the credits of a payment in a currency without decimals', async () => {
    const orderId = await checkOut('yen');
    paypal.approve(orderId);
    expect((await sessions().capture({ orderId })).data).toMatchObject({ creditsGranted: 300 });
  });
});

describe('a checkout session', () => {
  it('needs the scope usage:read', async () => {
    const { client } = await createApiKeyFor(tenant.user, ['i18n:read']);
    expect(await codeOf(client.billing.checkoutSessions.create({ packId: 'small' }))).toBe(
      'insufficient_scope',
    );
    expect(await codeOf(client.billing.checkoutSessions.capture({ orderId: 'X' }))).toBe(
      'insufficient_scope',
    );
  });
});

describe('without a payment provider', () => {
  it('checkout and capture answer payments_unavailable', async () => {
    const own = await startTestApp();
    try {
      const { client } = await createTenant(own);
      const { checkoutSessions } = client.billing;
      expect(await codeOf(checkoutSessions.create({ packId: 'small' }))).toBe(
        'payments_unavailable',
      );
      expect(await codeOf(checkoutSessions.capture({ orderId: '0NOSUCHORDER' }))).toBe(
        'payments_unavailable',
      );
      const webhook = await fetch(`${own.url}/v1/billing/webhooks/paypal`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(webhook.status).toBe(503);
      expect((await client.billing.get()).data).toMatchObject({
        plan: { id: 'self_hosted', monthlyCredits: null },
        credits: { balance: null, reserved: 0, included: 0, purchased: 0, resetsAt: null },
        packs: [],
      });
    } finally {
      await own.close();
    }
  });
});
