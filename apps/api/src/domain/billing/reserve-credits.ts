import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { insertReservation, type WorkRef } from './reservation.store.ts';
import { availableOf, type BillingDeps, RESERVATION_MS, withAccount } from './with-account.ts';

/**
 * Promises work what it may cost at most, before it starts: in a transaction of its own for a call that
 * waits, in the one that makes a job. Every reservation is ended by `settleCredits`.
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
  await withAccount(deps, tx, work.organizationId, async (account, now) => {
    if (credits > availableOf(account)) {
      // How many are available is for those who may read the organization's credits.
      fail(
        'insufficient_credits',
        `The work may cost ${credits} credits, more than the organization has available.`,
      );
    }
    account.reserved += credits;
    const expiresAt = new Date(now.getTime() + RESERVATION_MS);
    await insertReservation(tx, work, { credits, now, expiresAt });
  });
}
