import { type Static, Type } from 'typebox';
import { endpoint, publicAccess, scoped, unbound } from './endpoint.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Count, counting, Empty, Id, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

export const Money = named(
  'Money',
  {
    value: Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'Decimal, such as `9.99`.' }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' }),
  },
  'Money as the payment provider writes it.',
);
export type Money = Static<typeof Money>;

export const Plan = named(
  'Plan',
  {
    id: choice(['self_hosted', 'free'], {
      description: '`self_hosted` on a server without a payment provider: it refuses nothing.',
    }),
    name: Type.String({ description: 'For people.' }),
    monthlyCredits: nullable(Count, { description: 'Included each month; null: without a bound.' }),
    features: Type.Array(Type.String(), { description: 'What the plan includes.' }),
  },
  'What an organization may do each month.',
);
export type Plan = Static<typeof Plan>;

export const Credits = named(
  'Credits',
  {
    balance: nullable(Count, {
      description:
        'The sum of the ledger; null on the plan `self_hosted`, where nothing is refused.',
    }),
    reserved: counting('Of the balance: promised to work that has not ended.'),
    included: counting('Of the balance: what is left of the plan’s monthly credits.'),
    purchased: counting('Of the balance: what is left of packs; it does not expire.'),
    resetsAt: nullable(Timestamp, {
      description: 'When the next monthly credits come and these end; null where there are none.',
    }),
  },
  'What is left to spend; one credit pays for one billed unit.',
);
export type Credits = Static<typeof Credits>;

export const CreditPack = named(
  'CreditPack',
  {
    id: Type.String({ description: 'The `packId` of a checkout.' }),
    name: Type.String({ description: 'For people.' }),
    credits: counting('What it grants.'),
    amount: Money,
  },
  'Credits that can be bought.',
);
export type CreditPack = Static<typeof CreditPack>;

export const Billing = named('Billing', {
  plan: Plan,
  credits: Credits,
  packs: Type.Array(CreditPack, { description: 'Those on offer.' }),
});
export type Billing = Static<typeof Billing>;

export const LedgerRow = named('LedgerRow', {
  id: Id,
  at: Timestamp,
  type: choice(['grant', 'purchase', 'usage', 'refund', 'expiry'], {
    description: '`grant`: monthly credits; `refund`: a purchase that was paid back.',
  }),
  credits: Type.Integer({ description: 'Signed: what the row adds to the balance.' }),
  units: counting(
    'Billed units of a `usage`; also on the plan `self_hosted`, which charges nothing.',
  ),
  balanceAfter: Type.Integer({ description: 'The balance with this row.' }),
  reference: closed(
    {
      type: Type.String({
        description:
          'Such as `translation`, `translation_job`, `payment_order`, `payment_refund`, `month`.',
      }),
      id: Type.String({ description: 'Of a `month`: `2026-01`; of an order: the provider’s id.' }),
    },
    { description: 'What the row is for.' },
  ),
  description: Type.String({ description: 'For people.' }),
});
export type LedgerRow = Static<typeof LedgerRow>;

const OrderStatus = choice(['created', 'approved', 'pending', 'completed', 'failed'], {
  description: '`pending`: the provider has the money and has not released it yet.',
});
const OrderId = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'The payment provider’s id of the order.',
});

export const CheckoutOrder = named('CheckoutOrder', {
  orderId: OrderId,
  status: OrderStatus,
  approveUrl: Type.String({ description: 'Where the buyer approves the order.' }),
  pack: CreditPack,
  amount: Money,
});
export type CheckoutOrder = Static<typeof CheckoutOrder>;

export const Capture = named('Capture', {
  orderId: OrderId,
  status: OrderStatus,
  creditsGranted: counting('0 while the order is not `completed`.'),
  balance: nullable(Count, { description: 'The balance with them.' }),
});
export type Capture = Static<typeof Capture>;

export const billingGet = endpoint({
  id: 'billing.get',
  method: 'GET',
  path: '/v1/billing',
  summary: 'Returns plan, credits and the packs that can be bought.',
  access: unbound(scoped('usage:read')),
  data: Billing,
});

export const billingPlan = endpoint({
  id: 'billing.plan',
  method: 'GET',
  path: '/v1/billing/plan',
  summary: 'Returns the current plan.',
  access: unbound(scoped('usage:read')),
  data: Plan,
});

export const billingCredits = endpoint({
  id: 'billing.credits',
  method: 'GET',
  path: '/v1/billing/credits',
  summary: 'Returns the state of the credits.',
  access: unbound(scoped('usage:read')),
  data: Credits,
});

export const billingLedger = endpoint({
  id: 'billing.ledger',
  method: 'GET',
  path: '/v1/billing/ledger',
  summary: 'Lists credit ledger rows, newest first.',
  access: unbound(scoped('usage:read')),
  query: listQuery(),
  data: Type.Array(LedgerRow),
  meta: ListMeta,
});

export const billingCheckoutSessionsCreate = endpoint({
  id: 'billing.checkout-sessions.create',
  method: 'POST',
  path: '/v1/billing/checkout-sessions',
  summary: 'Creates an order for a credit pack with the payment provider.',
  access: unbound(scoped('usage:read')),
  body: closed({
    packId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The `id` of one of the `packs` of `GET /v1/billing`.',
    }),
  }),
  status: 201,
  data: CheckoutOrder,
  errors: ['payments_unavailable', 'payment_failed'],
  idempotent: true,
});

export const billingCheckoutSessionsCapture = endpoint({
  id: 'billing.checkout-sessions.capture',
  method: 'POST',
  path: '/v1/billing/checkout-sessions/:orderId/capture',
  summary: 'Captures an approved order and grants its credits, once.',
  access: unbound(scoped('usage:read')),
  params: closed({ orderId: OrderId }),
  data: Capture,
  errors: ['payments_unavailable', 'payment_failed', 'conflict'],
  idempotent: true,
});

export const billingWebhooksPaypal = endpoint({
  id: 'billing.webhooks.paypal',
  method: 'POST',
  path: '/v1/billing/webhooks/paypal',
  summary: 'Takes PayPal’s events; their signature is verified with PayPal.',
  access: publicAccess,
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  bodyKind: 'stream',
  data: Empty,
  errors: ['unauthenticated', 'payments_unavailable', 'payment_failed'],
});
