import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { announceNumbered, type ProjectRef, trustedProject } from '../../kernel/index.ts';

/**
 * Maximum number of changes that get their numbers in one transaction. Other processes wait until
 * the transaction ends.
 */
const BATCH_CHANGES = 1_000;

/**
 * Assigns numbers to the committed changes of a project, without gaps: 1, 2, 3… Changes that are
 * committed later get greater numbers.
 * @param signal - Ends the numbering after the current transaction
 * @returns the number of changes that got a number
 */
export async function numberChanges(
  db: Db,
  projectId: ProjectRef,
  signal?: AbortSignal,
): Promise<number> {
  let numbered = 0;
  while (!signal?.aborted && (await hasUnnumbered(db, projectId))) {
    numbered += await db.transaction().execute((tx) => numberBatch(tx, projectId));
  }
  return numbered;
}

export async function findUnnumberedProject(db: Db, after: string): Promise<ProjectRef | null> {
  const row = await db
    .selectFrom('change')
    .where('number', 'is', null)
    .where('project_id', '>', after)
    .select('project_id')
    .orderBy('project_id')
    .limit(1)
    .executeTakeFirst();
  return row ? trustedProject(row.project_id) : null;
}

/** Returns the number of the last change of a project that has a number. 0 if there is none. */
export async function findLastNumber(db: Db, projectId: ProjectRef): Promise<number> {
  const row = await db
    .selectFrom('change_sequence')
    .where('project_id', '=', projectId)
    .select('last_number')
    .executeTakeFirst();
  return row?.last_number ?? 0;
}

/** SQL condition: at least one change of any project has no number. */
export const isAnyUnnumbered = sql<boolean>`exists (select from change where number is null)`;

async function hasUnnumbered(db: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows } = await sql`
    select from change where project_id = ${projectId}::uuid and number is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function numberBatch(tx: Db, projectId: ProjectRef): Promise<number> {
  // A separate statement takes the lock, so that the next statement sees changes that other
  // transactions have just committed.
  await sql`
    insert into change_sequence (project_id) values (${projectId}::uuid)
    on conflict (project_id) do update set last_number = change_sequence.last_number`.execute(tx);
  const { rows } = await sql<{ numbered: number }>`
    with next as materialized (
      select array_agg(id order by id) as ids
      from (
        select id from change where project_id = ${projectId}::uuid and number is null
        order by id limit ${BATCH_CHANGES}) c
    ), numbered as (
      update change c
      set number = (select last_number from change_sequence where project_id = ${projectId}::uuid)
                   + array_position(next.ids, c.id)
      from next
      where c.project_id = ${projectId}::uuid and c.number is null
        and c.id <= next.ids[cardinality(next.ids)]
      returning c.id, c.number
    ), announced as (
      ${announceNumbered(projectId)}
    ), last as (
      select id, number, count(*) over () as numbered from numbered order by number desc limit 1
    )
    update change_sequence s set last_number = last.number, last_change_id = last.id
    from last where s.project_id = ${projectId}::uuid
    returning last.numbered`.execute(tx);
  return rows[0]?.numbered ?? 0;
}
