import type { Db } from '../../../db/client.ts';
import { meterUnits } from '../credit-account.ts';
import type { WorkReference } from '../reservation.store.ts';
import { addUsage, type DayUsage } from './usage.store.ts';

export interface Usage extends DayUsage {
  /** The request or job whose reservation of credits pays for the units. */
  readonly reference?: WorkReference;
}

/**
 * Records the usage of translated strings in the transaction that stores their translations. A
 * request calls this function once for each target locale, and a job calls it once for each chunk.
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
