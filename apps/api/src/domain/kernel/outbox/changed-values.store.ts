import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { OwnerRef, ProjectRef } from '../tenant.ts';
import type { NumberedRange } from './outbox.store.ts';

/** Minimum time in seconds between two events about changed values of a project. */
const INTERVAL_SECONDS = 10;

/**
 * Records that changes with these numbers wrote values. One event reports all recorded changes. It
 * is due immediately if the last event is old enough.
 */
export async function noteChangedValues(
  tx: Db,
  organizationId: OwnerRef,
  projectId: ProjectRef,
  { first, last }: NumberedRange,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbox_values as v (organization_id, project_id, first_number, last_number, due_at)
    values (${organizationId}::uuid, ${projectId}::uuid, ${first}::bigint, ${last}::bigint,
            ${now}::timestamptz)
    on conflict (organization_id, project_id) do update set
      first_number = coalesce(v.first_number, excluded.first_number),
      last_number = excluded.last_number,
      due_at = coalesce(v.due_at, greatest(
        excluded.due_at, v.sent_at + make_interval(secs => ${INTERVAL_SECONDS})))`.execute(tx);
}

export interface ChangedValues extends NumberedRange {
  readonly projectId: ProjectRef;
}

/** Takes the recorded changes of the projects whose event about changed values is due. */
export async function takeChangedValues(
  tx: Db,
  organizationId: OwnerRef,
  now: Date,
  limit: number,
): Promise<ChangedValues[]> {
  const { rows } = await sql<ChangedValues>`
    with due as (
      select project_id, first_number from outbox_values
      where organization_id = ${organizationId}::uuid and due_at <= ${now}::timestamptz
      order by due_at, project_id limit ${limit}
    )
    update outbox_values v
    set first_number = null, due_at = null, sent_at = ${now}::timestamptz
    from due where v.organization_id = ${organizationId}::uuid and v.project_id = due.project_id
    returning v.project_id as "projectId", due.first_number as first, v.last_number as last`.execute(
    tx,
  );
  return rows;
}
