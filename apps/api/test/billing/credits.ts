import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Db, type DbClient, openDb } from '../../src/db/client.ts';
import { newId } from '../../src/db/ids/uuid.ts';
import type { Payments } from '../../src/deps.ts';
import { insertBucket, postEntry } from '../../src/domain/billing/credit-account.store.ts';
import {
  chargeCredits,
  reserveCredits,
  withCurrentAccount,
} from '../../src/domain/billing/credit-account.ts';
import type { WorkReference } from '../../src/domain/billing/reservation.store.ts';
import { meterUsage } from '../../src/domain/billing/usage/meter-usage.ts';
import { type OwnerRef, trustedOwner } from '../../src/domain/kernel/tenant.ts';
import { createTestDatabase, type TestDatabase } from '../servers/postgres.ts';

/** The database and the clock that the tests of credits share. */
export const given = { now: new Date(0) } as {
  client: DbClient;
  db: Db;
  connectionString: string;
  now: Date;
};
const clock = { now: () => given.now };
/** Payments without credit packs: the tests use existing credits only. */
const payments = { packs: [], monthlyCredits: 0, returnUrl: '' } as Omit<Payments, 'provider'>;

/** Gives a test file a new database, and starts each test at the same time of the clock. */
export function useCredits(): void {
  let database: TestDatabase;
  let client: DbClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = openDb(database.connectionString, { maxConnections: 12, onIdleError: () => {} });
    given.client = client;
    given.db = client.db;
    given.connectionString = database.connectionString;
  });
  beforeEach(() => {
    given.now = new Date('2026-03-10T12:00:00.000Z');
  });
  afterAll(async () => {
    await client.close();
    await database.drop();
  });
}

export function deps(overrides: Partial<Payments> = {}) {
  return { db: given.db, clock, payments: { ...payments, ...overrides } as Payments };
}

export async function createOrganization(personalOf: 'verified' | 'unverified' | null = null) {
  const id = trustedOwner(newId());
  const userId = newId();
  if (personalOf !== null) {
    await given.db
      .insertInto('app_user')
      .values({
        id: userId,
        email: `${userId}@example.test`,
        email_folded: `${userId}@example.test`,
        name: 'Test Person',
        password_hash: '',
        email_verified_at: personalOf === 'verified' ? given.now : null,
        created_at: given.now,
      })
      .execute();
  }
  await given.db
    .insertInto('organization')
    .values({
      id,
      name: 'Test',
      slug: id,
      personal_user_id: personalOf === null ? null : userId,
      created_at: given.now,
    })
    .execute();
  return { id, userId };
}

/** Grants credits without a payment. They expire if a time is given. */
export async function give(
  organizationId: OwnerRef,
  credits: number,
  expiresAt: Date | null = null,
) {
  await given.db.transaction().execute((tx) =>
    withCurrentAccount(deps(), tx, organizationId, async (account) => {
      await insertBucket(tx, {
        organizationId,
        kind: 'purchased',
        credits,
        expiresAt,
        now: given.now,
      });
      await postEntry(tx, account, {
        type: 'purchase',
        credits,
        reference: { type: 'payment_order', id: newId() },
        description: 'Test',
        now: given.now,
      });
    }),
  );
}

export const call = (): WorkReference => ({ type: 'translation', id: newId() });

export const reserve = (
  organizationId: OwnerRef,
  reference: WorkReference,
  units: number,
  on = deps(),
) =>
  given.db
    .transaction()
    .execute((tx) => reserveCredits(on, tx, { organizationId, reference, units }));

export const count = (
  organizationId: OwnerRef,
  reference: WorkReference,
  billedUnits: number,
  in_: Db = given.db,
) =>
  meterUsage(in_, {
    organizationId,
    projectId: null,
    sourceLocale: 'en',
    targetLocale: 'de',
    amounts: [{ engine: 'pseudo', strings: 1, units: billedUnits, billedUnits }],
    reference,
    now: given.now,
  });

export const settle = (organizationId: OwnerRef, reference: WorkReference, on = deps()) =>
  given.db.transaction().execute((tx) => chargeCredits(on, tx, { organizationId, reference }));

export const ledgerOf = (organizationId: OwnerRef) =>
  given.db
    .selectFrom('ledger')
    .where('organization_id', '=', organizationId)
    .select(['sequence', 'type', 'credits', 'units', 'balance_after', 'reference_id'])
    .orderBy('sequence')
    .execute();

/** Checks every invariant of the credits in one snapshot. Returns the balance. */
export async function requireSound(organizationId: OwnerRef, on: Db = given.db): Promise<number> {
  return on
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const account = await tx
        .selectFrom('credit_balance')
        .where('organization_id', '=', organizationId)
        .selectAll()
        .executeTakeFirstOrThrow();
      const rows = await tx
        .selectFrom('ledger')
        .where('organization_id', '=', organizationId)
        .select(['sequence', 'credits', 'balance_after'])
        .orderBy('sequence')
        .execute();
      let sum = 0;
      rows.forEach((row, index) => {
        sum += row.credits;
        expect(row).toEqual({ sequence: index + 1, credits: row.credits, balance_after: sum });
        expect(sum).toBeGreaterThanOrEqual(0);
      });
      const sumOf = async (table: 'credit_bucket' | 'credit_reservation') => {
        const column = table === 'credit_bucket' ? 'credits_left' : 'credits';
        const { total } = await tx
          .selectFrom(table)
          .where('organization_id', '=', organizationId)
          .select((eb) => eb.fn.coalesce(eb.fn.sum(column as never), eb.lit(0)).as('total'))
          .executeTakeFirstOrThrow();
        return Number(total);
      };
      expect(account.balance).toBe(sum);
      expect(await sumOf('credit_bucket')).toBe(sum);
      expect(await sumOf('credit_reservation')).toBe(account.reserved);
      expect(account.reserved).toBeLessThanOrEqual(account.balance);
      expect(account.ledger_sequence).toBe(rows.length);
      return sum;
    });
}
