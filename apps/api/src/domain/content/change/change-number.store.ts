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
 * committed later get greater numbers. Waits for another process that does so.
 * @param signal - Ends the numbering after the current transaction
 * @returns the number of changes that got a number
 */
export const numberChanges = (
  db: Db,
  projectId: ProjectRef,
  signal?: AbortSignal,
): Promise<number> => numberBatches(db, projectId, lockSequence, signal);

/** Does the same as {@link numberChanges}, but skips a project whose changes another process is numbering. */
export const numberIdleProject = (
  db: Db,
  projectId: ProjectRef,
  signal: AbortSignal,
): Promise<number> => numberBatches(db, projectId, tryLockSequence, signal);

/**
 * Numbers the changes that exist at the start. Changes that are committed in the meantime may stay
 * unnumbered, so that the call also ends for a project that is edited all the time.
 */
async function numberBatches(
  db: Db,
  projectId: ProjectRef,
  lock: (tx: Db, projectId: ProjectRef) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<number> {
  if (!(await hasUnnumbered(db, projectId))) return 0;
  let numbered = 0;
  let batch = BATCH_CHANGES;
  while (batch === BATCH_CHANGES && !signal?.aborted) {
    batch = await db
      .transaction()
      .execute(async (tx) => ((await lock(tx, projectId)) ? numberBatch(tx, projectId) : 0));
    numbered += batch;
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

/**
 * Locks the numbers of a project. A separate statement takes the lock, so that the next statement
 * sees changes that other transactions have just committed.
 */
async function lockSequence(tx: Db, projectId: ProjectRef): Promise<true> {
  await sql`
    insert into change_sequence (project_id) values (${projectId}::uuid)
    on conflict (project_id) do update set last_number = change_sequence.last_number`.execute(tx);
  return true;
}

/** Locks the numbers of a project. Returns false if another transaction has locked them. */
async function tryLockSequence(tx: Db, projectId: ProjectRef): Promise<boolean> {
  const { rows: locked } = await sql`
    select from change_sequence where project_id = ${projectId}::uuid
    for no key update skip locked`.execute(tx);
  if (locked.length > 0) return true;
  // If another transaction has locked the row, an insert would wait for that transaction.
  const { rows: inserted } = await sql`
    insert into change_sequence (project_id)
    select ${projectId}::uuid
    where not exists (select from change_sequence where project_id = ${projectId}::uuid)
    on conflict (project_id) do nothing returning project_id`.execute(tx);
  return inserted.length > 0;
}

/** Numbers the next batch of changes. The caller has locked the numbers of the project. */
async function numberBatch(tx: Db, projectId: ProjectRef): Promise<number> {
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
