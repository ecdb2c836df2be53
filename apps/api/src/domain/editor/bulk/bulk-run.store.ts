import type { BodyOf, i18nValuesBulk, KeysBulkAction, ValuesBulkAction } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { BulkRunStatus } from '../../../db/schema.generated.ts';
import { fail } from '../../../errors.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';
import type { BulkTally } from './bulk-tally.ts';

/** Versions of a value and of its source string that the caller of a bulk change has read. */
export type ReadVersions = NonNullable<BodyOf<typeof i18nValuesBulk>['read']>[number];

/** Stored parameters of a bulk change. Locales are canonical tags, and times are in ISO 8601. */
export type BulkOrder =
  | {
      kind: 'values';
      locales: string[];
      action: ValuesBulkAction;
      except: { keyId: string; locale: string }[];
      /** Versions that the caller has read. Absent in runs that an earlier version of the service has stored. */
      read?: ReadVersions[];
      /** Sync token of the project state against which the bulk change detects conflicts. */
      base: string;
      unchangedSince: string | null;
      memoryProjectIds: string[] | null;
      /** Author whose texts the action leaves out. Absent in runs that an earlier version of the service has stored. */
      skipsTextsOf?: Pick<Actor, 'type' | 'id'> | null;
      /** Decides whether translations of changed source texts stay up to date. */
      keepTranslations?: boolean;
    }
  | { kind: 'keys'; action: KeysBulkAction };

const PARTS_PER_WRITE = 20;

/**
 * Stores a bulk run and its rows, divided into parts of `partRows` rows. One transaction processes
 * each part.
 */
export async function insertBulkRun(
  tx: Db,
  projectId: ProjectRef,
  run: { id: string; order: BulkOrder; actor: Actor; now: Date },
  rowIds: readonly string[],
  partRows: number,
): Promise<void> {
  await tx
    .insertInto('bulk_run')
    .values({
      project_id: projectId,
      id: run.id,
      request: JSON.stringify(run.order),
      actor_type: run.actor.type,
      actor_id: run.actor.id,
      actor_name: run.actor.name,
      rows_count: rowIds.length,
      created_at: run.now,
    })
    .execute();
  const step = partRows * PARTS_PER_WRITE;
  for (let from = 0; from < rowIds.length; from += step) {
    await sql`
      insert into bulk_part (project_id, run_id, part, row_ids)
      select ${projectId}::uuid, ${run.id}::uuid, part, array_agg(id order by place)
      from (
        select id, place, (place - 1) / ${partRows}::int + ${from / partRows}::int as part
        from unnest(${rowIds.slice(from, from + step)}::uuid[]) with ordinality u(id, place)
      ) u
      group by part`.execute(tx);
  }
}

export interface BulkRunRow {
  id: string;
  status: BulkRunStatus;
  rows_count: number;
  rows_done: number;
  changed: number;
  skipped: number;
  conflicts: number;
  failure: { code: string; detail: string } | null;
}

/** @throws `not_found` */
export async function getBulkRun(
  db: Db,
  projectId: ProjectRef,
  runId: string,
): Promise<BulkRunRow> {
  const { rows } = await sql<BulkRunRow>`
    select id, status, rows_count, rows_done, changed, skipped, conflicts, failure
    from bulk_run
    where project_id = ${projectId}::uuid and id = ${runId}::uuid`.execute(db);
  return rows[0] ?? fail('not_found', 'The run does not exist.');
}

export interface HeldRun {
  order: BulkOrder;
  actor: Actor;
  part: { number: number; rowIds: string[] } | null;
}

/**
 * Locks a bulk run until the transaction ends, so that two tasks cannot process the same part.
 * @returns null if the run has ended
 */
export async function lockRun(
  tx: Db,
  projectId: ProjectRef,
  runId: string,
): Promise<HeldRun | null> {
  const { rows } = await sql<{
    request: BulkOrder;
    actor_type: Actor['type'];
    actor_id: string;
    actor_name: string | null;
  }>`
    select request, actor_type, actor_id, actor_name from bulk_run
    where project_id = ${projectId}::uuid and id = ${runId}::uuid and status = 'running'
    for no key update`.execute(tx);
  const run = rows[0];
  if (!run) return null;
  const { rows: parts } = await sql<{ number: number; rowIds: string[] }>`
    select part as number, row_ids as "rowIds" from bulk_part
    where project_id = ${projectId}::uuid and run_id = ${runId}::uuid
    order by part limit 1`.execute(tx);
  const actor = { type: run.actor_type, id: run.actor_id, name: run.actor_name };
  return { order: run.request, actor, part: parts[0] ?? null };
}

export async function finishPart(
  tx: Db,
  projectId: ProjectRef,
  runId: string,
  part: { number: number; rowIds: readonly string[] },
  { changed, skipped, conflicts }: BulkTally,
): Promise<void> {
  await sql`
    with done as (
      delete from bulk_part
      where project_id = ${projectId}::uuid and run_id = ${runId}::uuid and part = ${part.number}::int
    )
    update bulk_run
    set rows_done = rows_done + ${part.rowIds.length}::int, changed = changed + ${changed}::bigint,
        skipped = skipped + ${skipped}::bigint, conflicts = conflicts + ${conflicts}::bigint
    where project_id = ${projectId}::uuid and id = ${runId}::uuid`.execute(tx);
}

export async function endRun(
  db: Db,
  projectId: ProjectRef,
  runId: string,
  { status, failure }: Pick<BulkRunRow, 'status' | 'failure'>,
  now: Date,
): Promise<void> {
  await sql`
    with left_over as (
      delete from bulk_part where project_id = ${projectId}::uuid and run_id = ${runId}::uuid
    )
    update bulk_run
    set status = ${status}::bulk_run_status, ended_at = ${now}::timestamptz,
        failure = ${failure === null ? null : JSON.stringify(failure)}::jsonb
    where project_id = ${projectId}::uuid and id = ${runId}::uuid and status = 'running'`.execute(
    db,
  );
}
