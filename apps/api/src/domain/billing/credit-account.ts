import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { OwnerRef } from '../tenant.ts';
import {
  type CreditAccount,
  findEntitlement,
  insertBucket,
  listExpiredBuckets,
  lockAccount,
  postEntry,
  type Reference,
  saveAccount,
  takeFromBucket,
  takeFromBuckets,
  viewAccount,
} from './credit-account.store.ts';
import { endOfPeriod, periodOf } from './month.ts';
import {
  addBilledUnits,
  deleteExpiredReservations,
  deleteReservation,
  insertReservation,
  type ReservationRow,
  type WorkRef,
} from './reservation.store.ts';

/** Lifetime of a reservation that is not renewed. It exceeds the longest call. */
const RESERVATION_MS = 60 * 60_000;

export type BillingDeps = Pick<Deps, 'clock' | 'payments'>;

/**
 * Locks an organization's credits for `change`, after ending expired reservations and buckets and granting the month's
 * included credits. The account stays locked until the transaction ends, so lock other rows first.
 */
export async function withCurrentAccount<Result>(
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

/** True if the account must be brought up to date by {@link withCurrentAccount} before its credits are read. */
export function isDue(account: CreditAccount | null, { clock, payments }: BillingDeps): boolean {
  const now = clock.now();
  if (payments && account?.period !== periodOf(now)) return true;
  return account !== null && account.dueAt !== null && account.dueAt <= now;
}

/** Returns the credits that can still be reserved. */
export const availableOf = ({ balance, reserved }: CreditAccount): number => balance - reserved;

/** Grants credits that were bought, and adds their row to the ledger. */
export async function grantPurchase(
  deps: BillingDeps,
  tx: Db,
  organizationId: OwnerRef,
  purchase: { credits: number; orderId: string; reference: Reference; description: string },
): Promise<void> {
  const { credits, orderId, reference, description } = purchase;
  await withCurrentAccount(deps, tx, organizationId, async (account, now) => {
    const kind = 'purchased';
    await insertBucket(tx, { organizationId, kind, credits, orderId, expiresAt: null, now });
    await postEntry(tx, account, { type: 'purchase', credits, reference, description, now });
  });
}

/**
 * Returns the credits to reserve for work: its maximum cost if that is available, otherwise the estimate. The estimate
 * leaves out strings that are in the translation memory and need no engine.
 */
export async function unitsToReserve(
  { payments }: Pick<Deps, 'payments'>,
  db: Db,
  organizationId: OwnerRef,
  work: { readonly most: number; estimate(): Promise<number> },
): Promise<number> {
  if (!payments) return 0;
  const account = await viewAccount(db, organizationId);
  if (account && availableOf(account) >= work.most) return work.most;
  return Math.min(work.most, await work.estimate());
}

/**
 * Reserves the maximum cost of work before it starts, in a transaction of its own for a call that waits, and in the
 * transaction that creates a job. Every reservation must be ended by `chargeCredits`.
 *
 * @throws `insufficient_credits`
 */
export async function reserveCredits(
  deps: BillingDeps,
  tx: Db,
  work: WorkRef & { units: number },
): Promise<void> {
  // The plan `self_hosted` refuses nothing and reserves nothing.
  if (!deps.payments) return;
  const credits = work.units;
  await withCurrentAccount(deps, tx, work.organizationId, async (account, now) => {
    if (credits > availableOf(account)) {
      // Only callers who may read the organization's credits learn how many are available.
      fail(
        'insufficient_credits',
        `This request may cost ${credits} credits, which is more than the organization has available. Buy credits or translate less.`,
      );
    }
    account.reserved += credits;
    const expiresAt = new Date(now.getTime() + RESERVATION_MS);
    await insertReservation(tx, work, { credits, now, expiresAt });
  });
}

/** Adds the billed units of a part of a call or a job to its reservation and renews the reservation. */
export async function meterUnits(tx: Db, work: WorkRef, units: number, now: Date): Promise<void> {
  if (units === 0) return;
  const expiresAt = new Date(now.getTime() + RESERVATION_MS);
  await addBilledUnits(tx, work, { units, now, expiresAt });
}

/**
 * Ends the reservation of a call or a job: charges what `meterUsage` counted, releases the rest and writes its only row
 * of the ledger. Failed or cancelled work is charged for the part that was done. Ending it again does nothing. Only the
 * counts may be written after this in a transaction, because it locks the account.
 *
 * @returns the credits that were charged.
 */
export async function chargeCredits(deps: BillingDeps, tx: Db, work: WorkRef): Promise<number> {
  return withCurrentAccount(deps, tx, work.organizationId, async (account, now) => {
    const reservation = await deleteReservation(tx, work);
    return reservation ? chargeReservation(deps, tx, account, reservation, now) : 0;
  });
}

/**
 * Runs a call's work with its maximum cost reserved. `run` counts with `meterUsage`, and ends with `chargeCredits` in
 * the transaction that writes the results. If it fails, the reservation is released.
 *
 * @throws `insufficient_credits`, and the errors of `run`
 */
export async function withReservation<Result>(
  deps: BillingDeps & Pick<Deps, 'db' | 'log'>,
  work: WorkRef & { units: number },
  run: () => Promise<Result>,
): Promise<Result> {
  if (!deps.payments) return run();
  await deps.db.transaction().execute((tx) => reserveCredits(deps, tx, work));
  try {
    return await run();
  } catch (error) {
    await deps.db
      .transaction()
      .execute((tx) => chargeCredits(deps, tx, work))
      .catch((reason: Error) => {
        // The reservation expires on its own, and the caller needs the error of the work.
        deps.log.warn({ reason: reason.message }, 'a reservation could not be released');
      });
    throw error;
  }
}

/**
 * Charges the cost of work and releases the rest of its reservation. Writes one row of the ledger, or none if nothing
 * is billed. Never charges more credits than there are.
 *
 * @returns the credits that were charged.
 */
async function chargeReservation(
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
  // Credits that expired during the work were reserved for this work alone.
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

/** Removes expired credits, except credits that are reserved for running work. */
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

/** Included credits are granted once a month. The credits of the previous month have expired by then. */
async function grantIncluded(
  tx: Db,
  account: CreditAccount,
  credits: number,
  now: Date,
): Promise<void> {
  const { organizationId } = account;
  const entitlement = await findEntitlement(tx, organizationId);
  // Checked at every call, because the user may verify the address later today.
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
