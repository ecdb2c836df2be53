import { paginate } from '@parlance/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app/app.ts';
import {
  actFor,
  codeOf,
  createApiKeyFor,
  createTenant,
  type Tenant,
} from '../../../test/app/build.ts';
import { type PaypalServer, startPaypalServer } from '../../../test/servers/paypal-server.ts';
import { newId } from '../../db/ids/uuid.ts';
import { chargeCredits, reserveCredits } from '../../domain/billing/credit-account.ts';
import { meterUsage } from '../../domain/billing/usage/meter-usage.ts';

const DAY_MS = 24 * 60 * 60_000;

let paypal: PaypalServer;
let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  paypal = await startPaypalServer();
  app = await startTestApp({ works: false, env: { ...paypal.env, FREE_MONTHLY_CREDITS: '700' } });
  tenant = await createTenant(app);
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

async function work(of: Tenant, units: number, on: TestApp = app): Promise<string> {
  const { organizationId } = of;
  const reference = { type: 'translation' as const, id: newId() };
  await on.db
    .transaction()
    .execute((tx) => reserveCredits(on.deps, tx, { organizationId, reference, units }));
  await on.db.transaction().execute(async (tx) => {
    await meterUsage(tx, {
      organizationId,
      projectId: null,
      sourceLocale: 'en',
      targetLocale: 'de',
      amounts: [{ engine: 'pseudo', strings: 1, units, billedUnits: units }],
      reference,
      now: on.clock.now(),
    });
    await chargeCredits(on.deps, tx, { organizationId, reference });
  });
  return reference.id;
}

const nextMonth = (): string => {
  const now = app.clock.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
};

describe('with a payment provider', () => {
  it('the plan is free, with the credits of the month and the default packs', async () => {
    const { data } = await tenant.client.billing.get();
    expect(data).toEqual({
      plan: { id: 'free', name: 'Free', monthlyCredits: 700, features: data.plan.features },
      credits: {
        balance: 700,
        reserved: 0,
        included: 700,
        purchased: 0,
        resetsAt: nextMonth(),
      },
      packs: [
        {
          id: 'small',
          name: '250,000 credits',
          credits: 250_000,
          amount: { value: '5.00', currency: 'USD' },
        },
        expect.objectContaining({ id: 'medium', credits: 1_000_000 }),
        expect.objectContaining({ id: 'large', credits: 5_000_000 }),
      ],
    });
    expect((await tenant.client.billing.plan()).data).toEqual(data.plan);
    expect((await tenant.client.billing.credits()).data).toEqual(data.credits);
  });

  it('a shared organization has no included credits', async () => {
    const { data: shared } = await tenant.user.client.organizations.create({ name: 'Shared' });
    const { billing } = actFor(tenant.user, shared.id);
    expect((await billing.get()).data).toMatchObject({
      plan: { monthlyCredits: 0 },
      credits: { balance: 0, included: 0, resetsAt: null },
    });
    expect((await billing.ledger()).data).toEqual([]);
  });

  it('the ledger lists all entries, newest first, page by page', async () => {
    const own = await createTenant(app);
    const ids: string[] = [];
    for (const units of [10, 20, 30, 40]) ids.unshift(await work(own, units));
    const { data, meta } = await own.client.billing.ledger({ limit: 2 });
    expect(data).toMatchObject([
      {
        type: 'usage',
        credits: -40,
        units: 40,
        balanceAfter: 600,
        reference: { type: 'translation', id: ids[0] },
        description: 'Translation',
      },
      { type: 'usage', credits: -30, balanceAfter: 640 },
    ]);
    expect(meta).toEqual({ limit: 2, nextCursor: expect.any(String) });
    const all = await Array.fromAsync(paginate(own.client.billing.ledger, { limit: 2 }));
    expect(all.map(({ credits }) => credits)).toEqual([-40, -30, -20, -10, 700]);
    expect(all.at(-1)).toMatchObject({
      type: 'grant',
      units: 0,
      balanceAfter: 700,
      reference: { type: 'month', id: app.clock.now().toISOString().slice(0, 7) },
    });
    expect(all.reduce((sum, { credits }) => sum + credits, 0)).toBe(600);
  });

  it('the ledger contains the expiry and the grant of a new month before any other call', async () => {
    const own = await createTenant(app);
    await work(own, 100);
    const ahead = new Date(nextMonth()).getTime() - app.clock.now().getTime();
    app.clock.advance(ahead);
    try {
      const { data } = await own.client.billing.ledger();
      expect(data.map(({ type, credits }) => [type, credits])).toEqual([
        ['grant', 700],
        ['expiry', -600],
        ['usage', -100],
        ['grant', 700],
      ]);
    } finally {
      app.clock.advance(-ahead);
    }
  });

  it('credits and the ledger of one owner are hidden from other owners', async () => {
    const [one, other] = [await createTenant(app), await createTenant(app)];
    await work(one, 50);
    expect((await other.client.billing.credits()).data.balance).toBe(700);
    expect((await other.client.billing.ledger()).data).toHaveLength(1);
    const foreign = actFor(other.user, one.organizationId);
    expect(await codeOf(foreign.billing.ledger())).toBe('not_found');
    const { meta } = await one.client.billing.ledger({ limit: 1 });
    const cursor = meta.nextCursor!;
    expect((await other.client.billing.ledger({ cursor })).data).toEqual([]);
    expect(await codeOf(other.client.billing.ledger({ cursor: 'x' }))).toBe('validation_failed');
  });

  it('billing.get, plan, credits and ledger need the scope usage:read', async () => {
    const { client } = await createApiKeyFor(tenant.user, ['i18n:read', 'translate:write']);
    for (const name of ['get', 'plan', 'credits', 'ledger'] as const) {
      expect(await codeOf(client.billing[name]())).toBe('insufficient_scope');
    }
  });
});

describe('without a payment provider', () => {
  it('usage is recorded, and no call is refused or charged', async () => {
    const own = await startTestApp({ works: false });
    try {
      const selfHosted = await createTenant(own);
      const id = await work(selfHosted, 1_000_000, own);
      const { data } = await selfHosted.client.billing.ledger();
      expect(data).toMatchObject([
        {
          type: 'usage',
          credits: 0,
          units: 1_000_000,
          balanceAfter: 0,
          reference: { type: 'translation', id },
        },
      ]);
      own.clock.advance(40 * DAY_MS);
      expect((await selfHosted.client.billing.credits()).data).toEqual({
        balance: null,
        reserved: 0,
        included: 0,
        purchased: 0,
        resetsAt: null,
      });
      expect((await selfHosted.client.billing.plan()).data).toMatchObject({
        id: 'self_hosted',
        monthlyCredits: null,
      });
    } finally {
      await own.close();
    }
  });
});
