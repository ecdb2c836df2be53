import type { Db } from '../../db/client.ts';
import { meterUnits } from '../billing/credit-account.ts';
import type { WorkReference } from '../billing/reservation.store.ts';
import { addUsage, type DayUsage } from './usage.store.ts';

export interface Usage extends DayUsage {
  /** The call or job whose reservation, made by `reserveCredits`, this counts against. */
  readonly reference?: WorkReference;
}

/**
 * Counts translated strings in the transaction that stores them: once for each target locale of a call that waits, and
 * once for each finished chunk of a job. `chargeCredits` then charges for them.
 */
export async function meterUsage(tx: Db, usage: Usage): Promise<void> {
  const { amounts } = usage;
  if (amounts.length === 0) return;
  await addUsage(tx, usage);
  if (usage.reference === undefined) return;
  const units = amounts.reduce((sum, { billedUnits }) => sum + billedUnits, 0);
  const { organizationId, reference, now } = usage;
  await meterUnits(tx, { organizationId, reference }, units, now);
}
