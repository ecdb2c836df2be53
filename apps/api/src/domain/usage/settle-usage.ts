import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { countBilledUnits } from '../billing/count-billed-units.ts';
import type { WorkReference } from '../billing/reservation.store.ts';

/** What strings came to, by the engine that made them. */
export interface UsageAmounts {
  /** `memory` for hits; null where no engine was needed. */
  readonly engine: string | null;
  readonly strings: number;
  readonly units: number;
  readonly billedUnits: number;
}

export interface Usage {
  readonly organizationId: string;
  /** Null for strings of the caller without a project. */
  readonly projectId: string | null;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly amounts: readonly UsageAmounts[];
  /** The call or job whose reservation, made by `reserveCredits`, this counts against. */
  readonly reference?: WorkReference;
  readonly now: Date;
}

/**
 * Meters what was translated, in the transaction that stores it: called once for each target locale of
 * a call that waits, and once for each finished chunk of a job. `settleCredits` then charges for it.
 */
export async function settleUsage(tx: Db, usage: Usage): Promise<void> {
  // Rows in one order, so that transactions that touch the same ones do not wait for each other in a ring.
  const amounts = [...usage.amounts].sort((a, b) => ((a.engine ?? '') < (b.engine ?? '') ? -1 : 1));
  if (amounts.length === 0) return;
  await sql`
    insert into usage_daily as d (organization_id, day, project_id, engine, source_locale,
                                  target_locale, strings, units, billed_units)
    select ${usage.organizationId}::uuid, (${usage.now}::timestamptz at time zone 'UTC')::date,
           ${usage.projectId}::uuid, u.engine, ${usage.sourceLocale}, ${usage.targetLocale},
           u.strings, u.units, u.billed_units
    from unnest(${amounts.map(({ engine }) => engine)}::text[],
                ${amounts.map(({ strings }) => strings)}::bigint[],
                ${amounts.map(({ units }) => units)}::bigint[],
                ${amounts.map(({ billedUnits }) => billedUnits)}::bigint[])
      u(engine, strings, units, billed_units)
    on conflict (organization_id, day, project_id, engine, source_locale, target_locale)
    do update set strings = d.strings + excluded.strings, units = d.units + excluded.units,
                  billed_units = d.billed_units + excluded.billed_units`.execute(tx);
  if (usage.reference === undefined) return;
  const units = amounts.reduce((sum, { billedUnits }) => sum + billedUnits, 0);
  const { organizationId, reference, now } = usage;
  await countBilledUnits(tx, { organizationId, reference }, units, now);
}
