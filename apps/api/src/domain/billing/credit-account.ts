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

/** Time that a reservation lasts if nothing renews it; longer than any call may take. */
const RESERVATION_MS = 60 * 60_000;

export type BillingDeps = Pick<Deps, 'clock' | 'payments'>;

/**
 * Locks an organization's credits for `change`, after closing expired reservations and buckets and granting the
 * month's included credits. The account stays locked until the transaction ends, so lock other rows first.
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

/** Credits that work may still be promised. */
export const availableOf = ({ balance, reserved }: CreditAccount): number => balance - reserved;

/** Grants credits that were bought, and adds the row of the ledger. */
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
 * Returns the credits to reserve for work: its maximum cost if that is available, otherwise the estimate,
 * which leaves out the phrases that need no engine because they are in memory.
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
 * Promises work what it may cost at most, before it starts: in a transaction of its own for a call that
 * waits, in the one that makes a job. Every reservation is ended by `chargeCredits`.
 *
 * @throws `insufficient_credits`
 */
export async function reserveCredits(
  deps: BillingDeps,
  tx: Db,
  work: WorkRef & { units: number },
): Promise<void> {
  // On the plan `self_hosted` nothing is refused, and nothing to be promised.
  if (!deps.payments) return;
  const credits = work.units;
  await withCurrentAccount(deps, tx, work.organizationId, async (account, now) => {
    if (credits > availableOf(account)) {
      // How many are available is for those who may read the organization's credits.
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
 * Ends a call's or a job's reservation: charges what `meterUsage` counted for it, releases the rest and
 * writes its one row of the ledger. Work that failed or was cancelled is charged for the part that was done.
 * Ending again does nothing. In a transaction, only the counts are written after this, because it locks the
 * account.
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
 * Does a call's work with what it may cost reserved. `run` counts with `meterUsage` and ends with
 * `chargeCredits` in the transaction that writes what it made; if it fails, the reservation is given
 * back.
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
        // It expires by itself; what the work failed with is what the caller has to know.
        deps.log.warn({ reason: reason.message }, 'a reservation could not be released');
      });
    throw error;
  }
}

/**
 * Charges what work came to and gives the rest of its reservation back. One row of the ledger; none
 * if nothing is billed. It is never charged more than is there.
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
  // Credits that expired meanwhile stayed for this work alone.
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
