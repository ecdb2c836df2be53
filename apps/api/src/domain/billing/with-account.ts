import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { OwnerRef } from '../tenant.ts';
import {
  type CreditAccount,
  findEntitlement,
  insertBucket,
  listExpiredBuckets,
  lockAccount,
  postEntry,
  saveAccount,
  takeFromBucket,
  takeFromBuckets,
} from './credit-account.store.ts';
import { endOfPeriod, periodOf } from './month.ts';
import { deleteExpiredReservations, type ReservationRow } from './reservation.store.ts';

/** How long a reservation lasts that nothing renews; longer than any call may take. */
export const RESERVATION_MS = 60 * 60_000;

export type BillingDeps = Pick<Deps, 'clock' | 'payments'>;

/**
 * Holds an organization's credits for what `change` does with them, brought up to date first:
 * reservations and buckets whose time is over are closed, and the month's included credits granted.
 * The account is locked until the transaction ends; what a transaction locks besides, it locks before.
 */
export async function withAccount<Result>(
  { clock, payments }: BillingDeps,
  tx: Db,
  organizationId: OwnerRef,
  change: (account: CreditAccount, now: Date) => Promise<Result>,
): Promise<Result> {
  const account = await lockAccount(tx, organizationId);
  const now = clock.now();
  if (account.dueAt !== null && account.dueAt <= now) {
    await closeExpiredReservations(payments, tx, account, now);
    await expireBuckets(tx, account, now);
  }
  if (payments && account.period !== periodOf(now)) {
    await grantIncluded(tx, account, payments.monthlyCredits, now);
  }
  const result = await change(account, now);
  await saveAccount(tx, account, now);
  return result;
}

/** Whether reading the credits needs {@link withAccount} first. */
export function isDue(account: CreditAccount | null, { clock, payments }: BillingDeps): boolean {
  const now = clock.now();
  if (payments && account?.period !== periodOf(now)) return true;
  return account !== null && account.dueAt !== null && account.dueAt <= now;
}

/** Credits that work may still be promised. */
export const availableOf = ({ balance, reserved }: CreditAccount): number => balance - reserved;

/**
 * Charges what work came to and gives the rest of its reservation back. One row of the ledger; none
 * where nothing is billed. It is never charged more than is there.
 *
 * @returns the credits that were charged.
 */
export async function chargeReservation(
  { payments }: Pick<BillingDeps, 'payments'>,
  tx: Db,
  account: CreditAccount,
  reservation: ReservationRow,
  now: Date,
): Promise<number> {
  account.reserved -= reservation.credits;
  const { billedUnits, reference } = reservation;
  const charged = payments ? Math.min(billedUnits, availableOf(account)) : 0;
  if (billedUnits > 0) {
    await takeFromBuckets(tx, account.organizationId, charged);
    await postEntry(tx, account, {
      type: 'usage',
      credits: 0 - charged,
      units: billedUnits,
      reference,
      description: reference.type === 'translation' ? 'Translation' : 'Translation job',
      now,
    });
  }
  // What had expired meanwhile stayed for this work alone.
  await expireBuckets(tx, account, now);
  return charged;
}

async function closeExpiredReservations(
  payments: BillingDeps['payments'],
  tx: Db,
  account: CreditAccount,
  now: Date,
): Promise<void> {
  const extendedTo = new Date(now.getTime() + RESERVATION_MS);
  const expired = await deleteExpiredReservations(tx, account.organizationId, now, extendedTo);
  for (const reservation of expired) {
    await chargeReservation({ payments }, tx, account, reservation, now);
  }
}

/** Takes expired credits away, but for those that are promised to work that has not ended. */
async function expireBuckets(tx: Db, account: CreditAccount, now: Date): Promise<void> {
  for (const bucket of await listExpiredBuckets(tx, account.organizationId, now)) {
    const credits = Math.min(bucket.credits_left, availableOf(account));
    if (credits === 0) return;
    await takeFromBucket(tx, account.organizationId, bucket.id, credits);
    await postEntry(tx, account, {
      type: 'expiry',
      credits: -credits,
      reference: { type: 'credit_bucket', id: bucket.id },
      description:
        bucket.kind === 'included' ? 'Included credits of a past month' : 'Expired credits',
      now,
    });
  }
}

/** Included credits, once a month: those of the month before have expired by then. */
async function grantIncluded(
  tx: Db,
  account: CreditAccount,
  credits: number,
  now: Date,
): Promise<void> {
  const { organizationId } = account;
  const entitlement = await findEntitlement(tx, organizationId);
  // Looked at again with every call: the user may verify the address today.
  if (entitlement === 'unverified') return;
  const period = periodOf(now);
  account.period = period;
  if (entitlement === 'shared' || credits === 0) return;
  await insertBucket(tx, {
    organizationId,
    kind: 'included',
    credits,
    period,
    expiresAt: endOfPeriod(now),
    now,
  });
  await postEntry(tx, account, {
    type: 'grant',
    credits,
    reference: { type: 'month', id: period },
    description: `Included credits of ${period}`,
    now,
  });
}
