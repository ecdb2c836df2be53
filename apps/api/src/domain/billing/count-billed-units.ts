import type { Db } from '../../db/client.ts';
import { addBilledUnits, type WorkRef } from './reservation.store.ts';
import { RESERVATION_MS } from './with-account.ts';

/** Counts what part of a call or a job came to against its reservation, which lasts anew from now. */
export async function countBilledUnits(
  tx: Db,
  work: WorkRef,
  units: number,
  now: Date,
): Promise<void> {
  if (units === 0) return;
  const expiresAt = new Date(now.getTime() + RESERVATION_MS);
  await addBilledUnits(tx, work, { units, now, expiresAt });
}
