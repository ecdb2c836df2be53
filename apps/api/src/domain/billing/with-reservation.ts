import type { Deps } from '../../deps.ts';
import type { WorkRef } from './reservation.store.ts';
import { reserveCredits } from './reserve-credits.ts';
import { settleCredits } from './settle-credits.ts';
import type { BillingDeps } from './with-account.ts';

/**
 * Does a call's work with what it may cost reserved. `run` counts with `settleUsage` and ends with
 * `settleCredits` in the transaction that writes what it made; where it fails, the reservation is given
 * back.
 *
 * @throws `insufficient_credits`, and whatever `run` does
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
      .execute((tx) => settleCredits(deps, tx, work))
      .catch((reason: Error) => {
        // It expires by itself; what the work failed with is what the caller has to know.
        deps.log.warn({ reason: reason.message }, 'a reservation could not be given back');
      });
    throw error;
  }
}
