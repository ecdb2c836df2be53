import { LIMITS } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { decodeCursor, encodeCursor } from '../../../lib/cursor.ts';
import type { Owner, OwnerRef, Page, ProjectRef } from '../../kernel/index.ts';
import type { DayRange } from './day-range.ts';

export interface UsageAmounts {
  /**
   * Id of the engine. `memory` for translations from the translation memory. Null for strings that needed no engine.
   */
  readonly engine: string | null;
  readonly strings: number;
  readonly units: number;
  readonly billedUnits: number;
}

export interface DayUsage {
  readonly organizationId: OwnerRef;
  /** Id of the project. Null for strings in a request without a project. */
  readonly projectId: ProjectRef | null;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  readonly amounts: readonly UsageAmounts[];
  readonly now: Date;
}

/** Adds amounts, of which several may belong to one engine. Rows are locked in the order of engines. */
export async function addUsage(tx: Db, usage: DayUsage): Promise<void> {
  const { amounts } = usage;
  await sql`
    insert into usage_daily as d (organization_id, day, project_id, engine, source_locale,
                                  target_locale, strings, units, billed_units)
    select ${usage.organizationId}::uuid, (${usage.now}::timestamptz at time zone 'UTC')::date,
           ${usage.projectId}::uuid, u.engine, ${usage.sourceLocale}, ${usage.targetLocale},
           sum(u.strings), sum(u.units), sum(u.billed_units)
    from unnest(${amounts.map(({ engine }) => engine)}::text[],
                ${amounts.map(({ strings }) => strings)}::bigint[],
                ${amounts.map(({ units }) => units)}::bigint[],
                ${amounts.map(({ billedUnits }) => billedUnits)}::bigint[])
      u(engine, strings, units, billed_units)
    group by u.engine
    order by u.engine
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
  /** Name of the project. Null if the list is not grouped by project. */
  projectName: string | null;
};

/**
 * Columns for each way to group usage. Groups are sorted by `rank` in descending order, and then by
 * `label`.
 */
const GROUPS = {
  day: { column: sql`day`, label: sql`day::text`, rank: sql`0`, name: sql`null` },
  engine: { column: sql`engine`, label: sql`engine`, rank: sql`sum(units)`, name: sql`null` },
  locale: {
    column: sql`target_locale`,
    label: sql`target_locale`,
    rank: sql`sum(units)`,
    name: sql`null`,
  },
  project: {
    column: sql`project_id`,
    label: sql`project_id::text`,
    rank: sql`sum(units)`,
    name: sql`(select name from project where project.id = label::uuid)`,
  },
} as const;

export type UsageGroup = keyof typeof GROUPS;

interface UsagePlace {
  rank: number;
  label: string | null;
}

export interface UsagePageQuery {
  limit: number;
  after: UsagePlace | null;
}

/**
 * Reads `limit` and `cursor` from the query of a list of usage.
 * @throws `validation_failed` for an invalid cursor
 */
export function usagePageQueryOf(query: { limit?: number; cursor?: string }): UsagePageQuery {
  const cursorParts = decodeCursor(query.cursor, /^(\d{1,18}) (\S*)$/);
  const [rank, label] = cursorParts ?? [];
  return {
    limit: query.limit ?? LIMITS.pageSize,
    after: cursorParts && { rank: Number(rank), label: label || null },
  };
}

export interface UsagePage extends Page<UsageSumsRow> {
  /** Totals of all groups, including groups on other pages. */
  totals: UsageSums;
}

export async function sumUsage(
  db: Db,
  owner: Owner,
  range: DayRange,
  groupBy: UsageGroup,
  { limit, after }: UsagePageQuery,
): Promise<UsagePage> {
  const { column, label, rank, name } = GROUPS[groupBy];
  const isAfter =
    after === null
      ? sql`true`
      : sql`(rank < ${after.rank} or rank = ${after.rank} and
             (label is null, coalesce(label, '')) > (${after.label === null}, ${after.label ?? ''}))`;
  const { rows } = await sql<{
    all_units: number;
    all_billed_units: number;
    all_memory_hits: number;
    /** Rank of the group. Null if the page has no groups. The row then contains only the totals. */
    rank: number | null;
    label: string | null;
    project_name: string | null;
    units: number;
    billed_units: number;
    memory_hits: number;
  }>`
    with grouped as materialized (
      select ${rank}::bigint as rank, ${label} collate "C" as label, sum(units)::bigint as units,
             sum(billed_units)::bigint as billed_units,
             coalesce(sum(strings) filter (where engine = 'memory'), 0)::bigint as memory_hits
      from usage_daily
      where ${isIn(owner, range)}
      group by ${column})
    select totals.*, page.*, ${name} as project_name
    from (select coalesce(sum(units), 0)::bigint as all_units,
                 coalesce(sum(billed_units), 0)::bigint as all_billed_units,
                 coalesce(sum(memory_hits), 0)::bigint as all_memory_hits
          from grouped) totals
    left join (select * from grouped where ${isAfter}
               order by rank desc, label is null, label limit ${limit + 1}) page on true
    order by rank desc, label is null, label`.execute(db);
  const listed = rows.flatMap((row) =>
    row.rank === null
      ? []
      : [
          {
            rank: row.rank,
            group: row.label,
            projectName: row.project_name,
            units: row.units,
            billedUnits: row.billed_units,
            memoryHits: row.memory_hits,
          },
        ],
  );
  const page = listed.slice(0, limit);
  const last = listed.length > limit ? page.at(-1) : undefined;
  const { all_units, all_billed_units, all_memory_hits } = rows[0]!;
  return {
    rows: page.map(({ rank: _, ...row }) => row),
    nextCursor: last === undefined ? null : encodeCursor(`${last.rank} ${last.group ?? ''}`),
    limit,
    totals: { units: all_units, billedUnits: all_billed_units, memoryHits: all_memory_hits },
  };
}

export async function sumUnits(db: Db, owner: Owner, range: DayRange): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::bigint as units from usage_daily where ${isIn(owner, range)}`.execute(
    db,
  );
  return rows[0]!.units;
}

/**
 * SQL condition on usage that the caller may see. An API key that is limited to projects sees only
 * the usage of these projects.
 */
const isIn = ({ organizationId, projectIds }: Owner, range: DayRange) => sql`
  organization_id = ${organizationId} and day between ${range.from}::date and ${range.to}::date
  and (${projectIds}::uuid[] is null or project_id = any(${projectIds}::uuid[]))`;
