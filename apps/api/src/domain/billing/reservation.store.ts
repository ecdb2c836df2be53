import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { OwnerRef } from '../kernel/index.ts';
import type { Reference } from './credit-account.store.ts';

/** Work for which credits are reserved: a translation request or a translation job. */
export interface WorkReference extends Reference {
  readonly type: 'translation' | 'translation_job';
}

export interface ReservationRow {
  reference: WorkReference;
  credits: number;
  billedUnits: number;
}

export interface WorkRef {
  readonly organizationId: OwnerRef;
  readonly reference: WorkReference;
}

export async function insertReservation(
  tx: Db,
  { organizationId, reference }: WorkRef,
  reservation: { credits: number; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('credit_reservation')
    .values({
      organization_id: organizationId,
      reference_type: reference.type,
      reference_id: reference.id,
      credits: reservation.credits,
      created_at: reservation.now,
      expires_at: reservation.expiresAt,
    })
    .execute();
}

/**
 * Adds billed units to the reservation of a request or job. Creates an empty reservation if there
 * is none.
 */
export async function addBilledUnits(
  tx: Db,
  { organizationId, reference }: WorkRef,
  added: { units: number; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into credit_reservation as r (organization_id, reference_type, reference_id, credits,
                                         billed_units, created_at, expires_at)
    values (${organizationId}, ${reference.type}, ${reference.id}::uuid, 0, ${added.units},
            ${added.now}, ${added.expiresAt})
    on conflict (organization_id, reference_type, reference_id)
    do update set billed_units = r.billed_units + excluded.billed_units,
                  expires_at = excluded.expires_at`.execute(tx);
}

export async function deleteReservation(
  tx: Db,
  { organizationId, reference }: WorkRef,
): Promise<ReservationRow | null> {
  const row = await tx
    .deleteFrom('credit_reservation')
    .where('organization_id', '=', organizationId)
    .where('reference_type', '=', reference.type)
    .where('reference_id', '=', reference.id)
    .returning(['credits', 'billed_units'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    reference,
    credits: row.credits,
    billedUnits: row.billed_units,
  };
}

/**
 * Deletes expired reservations, and extends the reservations of running jobs. Skips locked
 * reservations to avoid a deadlock.
 */
export async function deleteExpiredReservations(
  tx: Db,
  organizationId: OwnerRef,
  now: Date,
  extendedTo: Date,
): Promise<ReservationRow[]> {
  const { rows } = await sql<{
    reference_type: WorkReference['type'];
    reference_id: string;
    credits: number;
    billed_units: number;
    is_at_work: boolean;
  }>`
    with expired as materialized (
      select r.reference_type, r.reference_id, exists (
          select from translation_job j
          where j.organization_id = r.organization_id and r.reference_type = 'translation_job'
            and j.id = r.reference_id and j.status in ('queued', 'running')
        ) as is_at_work
      from credit_reservation r
      where r.organization_id = ${organizationId} and r.expires_at <= ${now}
      order by r.expires_at
      for no key update of r skip locked
    ), extended as (
      update credit_reservation r set expires_at = ${extendedTo}
      from expired e
      where e.is_at_work and r.organization_id = ${organizationId}
        and r.reference_type = e.reference_type and r.reference_id = e.reference_id
    )
    delete from credit_reservation r using expired e
    where not e.is_at_work and r.organization_id = ${organizationId}
      and r.reference_type = e.reference_type and r.reference_id = e.reference_id
    returning r.reference_type, r.reference_id, r.credits, r.billed_units`.execute(tx);
  return rows.map((row) => ({
    reference: { type: row.reference_type, id: row.reference_id },
    credits: row.credits,
    billedUnits: row.billed_units,
  }));
}
