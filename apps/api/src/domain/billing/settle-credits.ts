import type { Db } from '../../db/client.ts';
import { deleteReservation, type WorkRef } from './reservation.store.ts';
import { type BillingDeps, chargeReservation, withAccount } from './with-account.ts';

/**
 * Ends a call's or a job's reservation: charges what `settleUsage` counted for it, gives the rest back,
 * and writes its one row of the ledger. The same for work that failed or was cancelled: what was done is
 * charged, nothing else. Ending again does nothing. The last but the counts that a transaction writes.
 *
 * @returns the credits that were charged.
 */
export async function settleCredits(deps: BillingDeps, tx: Db, work: WorkRef): Promise<number> {
  return withAccount(deps, tx, work.organizationId, async (account, now) => {
    const reservation = await deleteReservation(tx, work);
    return reservation ? chargeReservation(deps, tx, account, reservation, now) : 0;
  });
}
