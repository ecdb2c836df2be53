import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Owner } from '../principal.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import type { DayRange } from './day-range.ts';

/** Units of strings, by the engine that made them. */
export interface UsageAmounts {
  /** `memory` for hits; null where no engine was needed. */
  readonly engine: string | null;
  readonly strings: number;
  readonly units: number;
  readonly billedUnits: number;
}

/** Units that were translated for an owner from one locale into another, at a moment. */
export interface DayUsage {
  readonly organizationId: OwnerRef;
  /** Null for strings of the caller without a project. */
  readonly projectId: ProjectRef | null;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly amounts: readonly UsageAmounts[];
  readonly now: Date;
}

/** Adds to what the day has, in UTC. */
export async function addUsage(tx: Db, usage: DayUsage): Promise<void> {
  // Rows in one order, so that transactions that touch the same ones do not wait for each other in a ring.
  const amounts = [...usage.amounts].sort((a, b) => ((a.engine ?? '') < (b.engine ?? '') ? -1 : 1));
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
}

export interface UsageSums {
  units: number;
  billedUnits: number;
  memoryHits: number;
}

export type UsageSumsRow = UsageSums & {
  group: string | null;
  /** Name of the project that the row is of. Null for another group. */
  projectName: string | null;
};

/** Groups of a series, and their SQL. */
const GROUPS = {
  day: { column: sql`day`, label: sql`day::text`, name: sql`null` },
  engine: { column: sql`engine`, label: sql`engine`, name: sql`null` },
  locale: { column: sql`target_locale`, label: sql`target_locale`, name: sql`null` },
  project: {
    column: sql`project_id`,
    label: sql`project_id::text`,
    name: sql`(select name from project where project.id = project_id)`,
  },
} as const;

export type UsageGroup = keyof typeof GROUPS;

/** The owner's usage in a range of days, summed by a column; a group without usage has no row. */
export async function sumUsage(
  db: Db,
  owner: Owner,
  range: DayRange,
  groupBy: UsageGroup,
): Promise<UsageSumsRow[]> {
  const { column, label, name } = GROUPS[groupBy];
  const { rows } = await sql<{
    group: string | null;
    project_name: string | null;
    units: number;
    billed_units: number;
    memory_hits: number;
  }>`
    select ${label} as "group", ${name} as project_name, sum(units)::bigint as units,
           sum(billed_units)::bigint as billed_units,
           coalesce(sum(strings) filter (where engine = 'memory'), 0)::bigint as memory_hits
    from usage_daily
    where ${isIn(owner, range)}
    group by ${column}
    order by ${column} nulls last`.execute(db);
  return rows.map((row) => ({
    group: row.group,
    projectName: row.project_name,
    units: row.units,
    billedUnits: row.billed_units,
    memoryHits: row.memory_hits,
  }));
}

/** The owner's units in a range of days. */
export async function sumUnits(db: Db, owner: Owner, range: DayRange): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::bigint as units from usage_daily where ${isIn(owner, range)}`.execute(
    db,
  );
  return rows[0]!.units;
}

/** A key that is bound to projects sees theirs alone: days do not tell whose strings had no project. */
const isIn = ({ organizationId, projectIds }: Owner, range: DayRange) => sql`
  organization_id = ${organizationId} and day between ${range.from}::date and ${range.to}::date
  and (${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[]))`;

export function totalOf(rows: readonly UsageSums[]): UsageSums {
  const total = { units: 0, billedUnits: 0, memoryHits: 0 };
  for (const row of rows) {
    total.units += row.units;
    total.billedUnits += row.billedUnits;
    total.memoryHits += row.memoryHits;
  }
  return total;
}
