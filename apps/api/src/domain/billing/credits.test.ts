import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import {
  call,
  count,
  createOrganization,
  deps,
  give,
  given,
  ledgerOf,
  requireSound,
  reserve,
  settle,
  useCredits,
} from '../../../test/billing/credits.ts';
import { openDb } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';
import { Failure } from '../../errors.ts';
import { chargeCredits, reserveCredits } from './credit-account.ts';
import { refreshAvailableCredits, refreshCredits } from './current-credits.ts';
import type { WorkReference } from './reservation.store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

useCredits();

it('the charge of a reservation takes the billed credits and releases the rest, in one row of the ledger', async () => {
  const { id } = await createOrganization();
  await give(id, 1000);
  const reference = call();
  await reserve(id, reference, 600);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 1000, reserved: 600 });
  expect(await refreshAvailableCredits(deps(), id)).toBe(400);
  await count(id, reference, 100);
  await count(id, reference, 150);
  await requireSound(id);
  expect(await settle(id, reference)).toBe(250);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 750, reserved: 0 });
  const rows = await ledgerOf(id);
  expect(rows.slice(1)).toEqual([
    {
      sequence: 2,
      type: 'usage',
      credits: -250,
      units: 250,
      balance_after: 750,
      reference_id: reference.id,
    },
  ]);
  expect(await settle(id, reference)).toBe(0);
  expect(await ledgerOf(id)).toEqual(rows);
  await requireSound(id);
});

it('the ledger gets no row for work without a charge', async () => {
  const { id } = await createOrganization();
  await give(id, 10);
  const reference = call();
  await reserve(id, reference, 10);
  await count(id, reference, 0);
  await settle(id, reference);
  expect(await ledgerOf(id)).toHaveLength(1);
  expect(await requireSound(id)).toBe(10);
});

it('a reservation is refused if it exceeds the balance, without revealing the balance', async () => {
  const { id } = await createOrganization();
  await give(id, 100);
  await reserve(id, call(), 60);
  await expect(reserve(id, call(), 41)).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: expect.not.stringContaining('40'),
  });
  await reserve(id, call(), 40);
  await expect(reserve(id, call(), 1)).rejects.toBeInstanceOf(Failure);
  await requireSound(id);
});

it('exactly as many of 200 parallel reservations succeed as the balance covers', async () => {
  const { id } = await createOrganization();
  await give(id, 100);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, () => reserve(id, call(), 3)),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(outcomes.length - refused.length).toBe(33);
  for (const outcome of refused) {
    expect((outcome as PromiseRejectedResult).reason).toMatchObject({
      code: 'insufficient_credits',
    });
  }
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 100, reserved: 99 });
  await requireSound(id);
});

it('the reservation of a killed process is released when it expires', async () => {
  const { id } = await createOrganization();
  await give(id, 100);
  const lost = call();
  await reserve(id, lost, 100);
  await count(id, lost, 30);
  given.now = new Date(given.now.getTime() + 2 * HOUR_MS);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 70, reserved: 0 });
  await requireSound(id);
  await count(id, lost, 20);
  expect(await settle(id, lost)).toBe(20);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 50, reserved: 0 });
  await requireSound(id);
});

it('the reservation of a running job is kept, and the reservation of an ended job is released', async () => {
  const { id } = await createOrganization();
  await give(id, 100);
  const reference: WorkReference = { type: 'translation_job', id: newId() };
  await given.db
    .insertInto('translation_job')
    .values({
      organization_id: id,
      id: reference.id,
      kind: 'strings',
      source_locale: 'en',
      options: '{}',
      strings_total: 1,
      created_by_type: 'user',
      created_by_id: newId(),
      created_by_name: 'Test',
      created_at: given.now,
    })
    .execute();
  await reserve(id, reference, 80);
  given.now = new Date(given.now.getTime() + 5 * DAY_MS);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 100, reserved: 80 });
  await given.db
    .updateTable('translation_job')
    .set({ status: 'failed' })
    .where('id', '=', reference.id)
    .execute();
  given.now = new Date(given.now.getTime() + 2 * HOUR_MS);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 100, reserved: 0 });
  await requireSound(id);
});

it('credits that expire first are spent first, and unspent credits are removed when they expire', async () => {
  const { id } = await createOrganization();
  await give(id, 50);
  await give(id, 100, new Date(given.now.getTime() + DAY_MS));
  const reference = call();
  await reserve(id, reference, 120);
  await count(id, reference, 30);
  await settle(id, reference);
  given.now = new Date(given.now.getTime() + DAY_MS);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 50, purchased: 50 });
  expect((await ledgerOf(id)).map(({ type, credits }) => [type, credits])).toEqual([
    ['purchase', 50],
    ['purchase', 100],
    ['usage', -30],
    ['expiry', -70],
  ]);
  await requireSound(id);
});

it('expired credits stay available to the work that reserved them', async () => {
  const { id } = await createOrganization();
  await give(id, 100, new Date(given.now.getTime() + DAY_MS));
  given.now = new Date(given.now.getTime() + DAY_MS - 1000);
  const reference = call();
  await reserve(id, reference, 80);
  given.now = new Date(given.now.getTime() + 2000);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 80, reserved: 80 });
  expect(await refreshAvailableCredits(deps(), id)).toBe(0);
  await count(id, reference, 10);
  await settle(id, reference);
  expect(await refreshCredits(deps(), id)).toMatchObject({ balance: 0, reserved: 0 });
  expect((await ledgerOf(id)).map(({ type, credits }) => [type, credits])).toEqual([
    ['purchase', 100],
    ['expiry', -20],
    ['usage', -10],
    ['expiry', -70],
  ]);
  await requireSound(id);
});

it('included credits are granted once a month, with any number of concurrent callers', async () => {
  const { id } = await createOrganization('verified');
  const free = deps({ monthlyCredits: 500 });
  const views = await Promise.all(Array.from({ length: 30 }, () => refreshCredits(free, id)));
  for (const view of views) {
    expect(view).toEqual({
      balance: 500,
      reserved: 0,
      included: 500,
      purchased: 0,
      resetsAt: '2026-04-01T00:00:00.000Z',
    });
  }
  await give(id, 40);
  given.now = new Date('2026-04-01T00:00:00.000Z');
  expect(await refreshCredits(free, id)).toMatchObject({
    balance: 540,
    included: 500,
    purchased: 40,
  });
  expect((await ledgerOf(id)).map(({ type, credits }) => [type, credits])).toEqual([
    ['grant', 500],
    ['purchase', 40],
    ['expiry', -500],
    ['grant', 500],
  ]);
  await requireSound(id);
});

it('included credits are granted only to the personal organization of a verified user', async () => {
  const free = deps({ monthlyCredits: 500 });
  const shared = await createOrganization();
  expect(await refreshCredits(free, shared.id)).toMatchObject({ balance: 0, resetsAt: null });
  const person = await createOrganization('unverified');
  expect(await refreshCredits(free, person.id)).toMatchObject({ balance: 0, resetsAt: null });
  await given.db
    .updateTable('app_user')
    .set({ email_verified_at: given.now })
    .where('id', '=', person.userId)
    .execute();
  expect(await refreshCredits(free, person.id)).toMatchObject({ balance: 500 });
});

it('the plan self_hosted records usage without a charge, and accepts work beyond the balance', async () => {
  const { id } = await createOrganization('verified');
  const selfHosted = { ...deps(), payments: null };
  const reference = call();
  await given.db
    .transaction()
    .execute((tx) => reserveCredits(selfHosted, tx, { organizationId: id, reference, units: 1e9 }));
  await count(id, reference, 1_000_000);
  await given.db
    .transaction()
    .execute((tx) => chargeCredits(selfHosted, tx, { organizationId: id, reference }));
  expect(await ledgerOf(id)).toEqual([
    {
      sequence: 1,
      type: 'usage',
      credits: 0,
      units: 1_000_000,
      balance_after: 0,
      reference_id: reference.id,
    },
  ]);
  expect(await refreshCredits(selfHosted, id)).toEqual({
    balance: null,
    reserved: 0,
    included: 0,
    purchased: 0,
    resetsAt: null,
  });
  await requireSound(id);
});

it('the ledger is append-only', async () => {
  const { id } = await createOrganization();
  await give(id, 5);
  await expect(given.db.updateTable('ledger').set({ credits: 9 }).execute()).rejects.toThrow(
    /append/,
  );
  await expect(given.db.deleteFrom('ledger').execute()).rejects.toThrow(/append/);
  await expect(given.client.pool.query('truncate ledger')).rejects.toThrow(/append/);
});

it('random work on many connections, some of which are killed, neither loses nor creates credits', async () => {
  const { id } = await createOrganization('verified');
  const free = deps({ monthlyCredits: 2_000 });
  await give(id, 3_000);
  const killer = new pg.Client({ connectionString: given.connectionString });
  await killer.connect();
  const join = given.connectionString.includes('?') ? '&' : '?';
  const observer = openDb(`${given.connectionString}${join}application_name=observer`, {
    maxConnections: 2,
    onIdleError: () => {},
  });
  const open: WorkReference[] = [];
  const action = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('reserve'), units: fc.nat(400) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('count'), units: fc.nat(300) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle'), units: fc.constant(0) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('give'), units: fc.nat(200) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire'), units: fc.nat(200) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('view'), units: fc.constant(0) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), units: fc.nat(50) }) },
  );
  type Action = { kind: string; units: number };
  const run = async ({ kind, units }: Action): Promise<void> => {
    const some = open[randomInt(open.length || 1)] ?? call();
    switch (kind) {
      case 'reserve': {
        const reference = call();
        await reserve(id, reference, units, free);
        open.push(reference);
        return;
      }
      case 'count':
        return count(id, some, units);
      case 'settle':
        if (open.includes(some)) open.splice(open.indexOf(some), 1);
        await settle(id, some, free);
        return;
      case 'give':
        return give(id, units + 1);
      case 'expire':
        return give(id, units + 1, new Date(given.now.getTime() + 20 * 60_000));
      case 'view':
        await refreshCredits(free, id);
        return;
      case 'wait':
        given.now = new Date(given.now.getTime() + units * 60_000);
    }
  };
  let killed = 0;
  const kill = async (): Promise<void> => {
    const { rowCount } = await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and state not in ('idle', 'starting') and application_name <> 'observer'
       order by random() limit 2`,
    );
    killed += rowCount ?? 0;
  };
  const expected = /insufficient|terminat|Connection|closed|57P01|ECONNRESET|EPIPE/i;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 60 }), async (actions) => {
        const outcomes = Promise.allSettled(actions.map(run));
        let isOver = false;
        void outcomes.then(() => {
          isOver = true;
        });
        for (let looks = 0; !isOver; looks++) {
          if (looks % 3 === 0) await kill();
          await requireSound(id, observer.db);
        }
        for (const outcome of await outcomes) {
          if (outcome.status === 'fulfilled') continue;
          const { code, message } = outcome.reason as { code?: string; message: string };
          expect(`${code} ${message}`).toMatch(expected);
        }
        await requireSound(id, observer.db);
      }),
      { numRuns: testRuns(8), endOnFailure: true },
    );
    expect(killed).toBeGreaterThan(0);
    given.now = new Date(given.now.getTime() + 2 * HOUR_MS);
    const view = await refreshCredits({ ...free, db: observer.db }, id);
    expect(view.reserved).toBe(0);
    expect(view.balance).toBe(await requireSound(id, observer.db));
  } finally {
    await observer.close();
    await killer.end();
  }
});
