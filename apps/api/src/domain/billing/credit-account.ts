import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import type { OwnerRef } from '../kernel/index.ts';
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

/**
 * Lifetime of a reservation of credits that is not renewed. It exceeds the duration of the longest
 * request.
 */
const RESERVATION_MS = 60 * 60_000;

export type BillingDeps = Pick<Deps, 'clock' | 'payments'>;

/**
 * Locks an organization's credits, removes expired credits, grants the included credits of the
 * month, and then runs `change`. The credits stay locked until the transaction ends, so lock other
 * rows before the credits.
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

export function isDue(account: CreditAccount | null, { clock, payments }: BillingDeps): boolean {
  const now = clock.now();
  if (payments && account?.period !== periodOf(now)) return true;
  return account !== null && account.dueAt !== null && account.dueAt <= now;
}

export const availableOf = ({ balance, reserved }: CreditAccount): number => balance - reserved;

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
 * Returns the number of credits to reserve for a translation: its maximum cost if the organization
 * has enough credits, and otherwise an estimate.
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
 * Reserves the maximum cost of a translation before it starts. `chargeCredits` must end the reservation. A request
 * reserves in a separate transaction, and a job in the transaction that creates the job.
 * @throws `insufficient_credits`
 */
export async function reserveCredits(
  deps: BillingDeps,
  tx: Db,
  work: WorkRef & { units: number },
): Promise<void> {
  if (!deps.payments) return;
  const credits = work.units;
  await withCurrentAccount(deps, tx, work.organizationId, async (account, now) => {
    if (credits > availableOf(account)) {
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

/** Adds billed units to the reservation of a request or job, and renews the reservation. */
export async function meterUnits(tx: Db, work: WorkRef, units: number, now: Date): Promise<void> {
  if (units === 0) return;
  const expiresAt = new Date(now.getTime() + RESERVATION_MS);
  await addBilledUnits(tx, work, { units, now, expiresAt });
}

/**
 * Ends the reservation of a request or job, and charges the units that `meterUsage` counted. For
 * failed or canceled work, charges the finished part. A second call does nothing. Call it at the
 * end of a transaction, because the credits stay locked until the transaction ends.
 * @returns the number of charged credits
 */
export async function chargeCredits(deps: BillingDeps, tx: Db, work: WorkRef): Promise<number> {
  return withCurrentAccount(deps, tx, work.organizationId, async (account, now) => {
    const reservation = await deleteReservation(tx, work);
    return reservation ? chargeReservation(deps, tx, account, reservation, now) : 0;
  });
}

/**
 * Reserves the maximum cost of a request and runs `run`. `run` must call `meterUsage`, and then
 * `chargeCredits` in the transaction that writes the results. If `run` fails, the reservation is
 * released.
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
        // Throws the error of `run` even if the reservation cannot be released. The reservation
        // then expires later.
        deps.log.warn({ reason: reason.message }, 'a reservation could not be released');
      });
    throw error;
  }
}

/**
 * Charges the cost of work and releases the rest of its reservation. Never charges more credits
 * than the organization has.
 * @returns the number of charged credits
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

async function grantIncluded(
  tx: Db,
  account: CreditAccount,
  credits: number,
  now: Date,
): Promise<void> {
  const { organizationId } = account;
  const entitlement = await findEntitlement(tx, organizationId);
  // An unverified user gets no credits yet, but can still get the credits of this month after
  // verifying the address.
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
