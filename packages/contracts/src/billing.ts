import { type Static, Type } from 'typebox';
import { endpoint, publicAccess, scoped, unbound } from './endpoint.ts';
import { choice, closed, named, nullable } from './schema/build.ts';
import { Count, counting, Empty, Id, Timestamp } from './schema/common.ts';
import { ListMeta, listQuery } from './schema/list.ts';

export const Money = named(
  'Money',
  {
    value: Type.String({
      pattern: '^\\d+(\\.\\d+)?$',
      description: 'Decimal amount, such as `9.99`.',
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217 currency code, such as `EUR`.',
    }),
  },
  'An amount of money in the notation of the payment provider.',
);
export type Money = Static<typeof Money>;

export const Plan = named(
  'Plan',
  {
    id: choice(['self_hosted', 'free'], {
      description:
        'Id of the plan. A server without a payment provider has the plan `self_hosted`, which has no credit limit.',
    }),
    name: Type.String({ description: 'Display text.' }),
    monthlyCredits: nullable(Count, {
      description: 'Credits included each month. Null if unlimited.',
    }),
    features: Type.Array(Type.String(), {
      description: 'Display texts of the features that the plan includes.',
    }),
  },
  'The plan of an organization.',
);
export type Plan = Static<typeof Plan>;

export const Credits = named(
  'Credits',
  {
    balance: nullable(Count, {
      description:
        'Current balance: the sum of all ledger rows. Null on the plan `self_hosted`, which has no credit limit.',
    }),
    reserved: counting('Part of the balance that is reserved for work in progress.'),
    included: counting('Part of the balance that is left of the plan’s monthly credits.'),
    purchased: counting(
      'Part of the balance that is left of purchased credit packs. Purchased credits do not expire.',
    ),
    resetsAt: nullable(Timestamp, {
      description:
        'Time at which the monthly credits expire and the next ones are granted. Null if the plan has no monthly credits.',
    }),
  },
  'The credits of an organization. One credit pays for one billed unit.',
);
export type Credits = Static<typeof Credits>;

export const CreditPack = named(
  'CreditPack',
  {
    id: Type.String({
      description: 'Id of the pack, to pass as `packId` when you create a checkout session.',
    }),
    name: Type.String({ description: 'Display text.' }),
    credits: counting('Credits that the pack grants.'),
    amount: Money,
  },
  'A pack of credits for purchase.',
);
export type CreditPack = Static<typeof CreditPack>;

export const Billing = named('Billing', {
  plan: Plan,
  credits: Credits,
  packs: Type.Array(CreditPack, { description: 'Credit packs for purchase.' }),
});
export type Billing = Static<typeof Billing>;

export const LedgerRow = named('LedgerRow', {
  id: Id,
  at: Timestamp,
  type: choice(['grant', 'purchase', 'usage', 'refund', 'expiry'], {
    description:
      'Type of the row. `grant`: monthly credits. `purchase`: a paid credit pack. `usage`: billed units. `refund`: a refunded purchase. `expiry`: expired monthly credits.',
  }),
  credits: Type.Integer({ description: 'Signed change of the balance.' }),
  units: counting(
    'Billed units of a `usage` row. They are also recorded on the plan `self_hosted`, which charges no credits.',
  ),
  balanceAfter: Type.Integer({ description: 'Balance after this row.' }),
  reference: closed(
    {
      type: Type.String({
        description:
          'Type of the reference, such as `translation`, `translation_job`, `payment_order`, `payment_refund` or `month`.',
      }),
      id: Type.String({
        description:
          'Id of the referenced object: a month such as `2026-01`, or the payment provider’s id for an order.',
      }),
    },
    { description: 'The object that caused the row.' },
  ),
  description: Type.String({ description: 'Display text.' }),
});
export type LedgerRow = Static<typeof LedgerRow>;

const OrderStatus = choice(['created', 'approved', 'pending', 'completed', 'failed'], {
  description:
    'Status of the order. `pending`: the payment provider has received the money and has not released it yet.',
});
const OrderId = Type.String({
  pattern: '^[A-Za-z0-9-]{1,64}$',
  description: 'Id of the order at the payment provider.',
});

export const CheckoutOrder = named('CheckoutOrder', {
  orderId: OrderId,
  status: OrderStatus,
  approveUrl: Type.String({
    description: 'URL of the payment provider’s page on which the buyer approves the order.',
  }),
  pack: CreditPack,
  amount: Money,
});
export type CheckoutOrder = Static<typeof CheckoutOrder>;

export const Capture = named('Capture', {
  orderId: OrderId,
  status: OrderStatus,
  creditsGranted: counting('Credits granted by the order. 0 until the order is `completed`.'),
  balance: nullable(Count, {
    description: 'Balance including the granted credits. Null on the plan `self_hosted`.',
  }),
});
export type Capture = Static<typeof Capture>;

export const billingGet = endpoint({
  id: 'billing.get',
  method: 'GET',
  path: '/v1/billing',
  summary: 'Returns the plan, the credits and the credit packs for purchase.',
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
  summary: 'Returns the credit balance and its parts.',
  access: unbound(scoped('usage:read')),
  data: Credits,
});

export const billingLedger = endpoint({
  id: 'billing.ledger',
  method: 'GET',
  path: '/v1/billing/ledger',
  summary: 'Lists the rows of the credit ledger, newest first.',
  access: unbound(scoped('usage:read')),
  query: listQuery(),
  data: Type.Array(LedgerRow),
  meta: ListMeta,
});

export const billingCheckoutSessionsCreate = endpoint({
  id: 'billing.checkout-sessions.create',
  method: 'POST',
  path: '/v1/billing/checkout-sessions',
  summary: 'Creates an order for a credit pack at the payment provider.',
  access: unbound(scoped('usage:read')),
  body: closed({
    packId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of a credit pack, from `packs` of `GET /v1/billing`.',
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
  summary: 'Captures an approved order and grants its credits exactly once.',
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
  summary: 'Receives PayPal webhook events. PayPal verifies the signature of each event.',
  access: publicAccess,
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  bodyKind: 'stream',
  data: Empty,
  errors: ['unauthenticated', 'payments_unavailable', 'payment_failed'],
});
