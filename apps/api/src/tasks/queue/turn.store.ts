import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lineAt, lineOf, type PriorityRange, priorityOf } from './lines.ts';

/**
 * Time in seconds after which another process takes over an admitted task, because the process that
 * admitted it was killed.
 */
const LOST_SECONDS = 10;

/** A kind of tasks, and the priority of the tasks that this process has admitted. */
export interface Admission {
  readonly name: string;
  readonly priority: number;
}

/** A task that the process has admitted. */
export interface Admitted {
  readonly id: string;
  readonly line: number;
}

/** SQL condition: the task `j` of a kind is waiting, and its start time has passed. */
const isDue = (name: string) => sql<boolean>`
  j.name = ${name} and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()`;

/**
 * Admits the first waiting task in a range of lines. Skips tasks whose project has a task that is admitted or running.
 * The tasks in `ended` count as ended, although the queue may not have stored their end yet.
 */
export async function admitFirst(
  db: Db,
  { name, priority }: Admission,
  { lowest, highest }: PriorityRange,
  ended: readonly string[],
): Promise<Admitted | null> {
  const { rows } = await sql<{ id: string; waited: number }>`
    with next as materialized (
      select j.id, j.priority from pgboss.job j
      where ${isDue(name)} and j.priority between ${lowest}::int and ${highest}::int
        and (j.group_id is null or not exists (
          select from pgboss.job o
          where o.name = ${name} and o.group_id = j.group_id and o.state = 'active'
            and o.id <> all(${[...ended]}::uuid[])))
        and (j.group_id is null or not exists (
          select from pgboss.job o
          where o.name = ${name} and o.group_id = j.group_id and o.state < 'active'
            and not o.blocked and o.priority > 0))
      order by j.priority desc, j.created_on limit 1 for update of j skip locked)
    update pgboss.job j set priority = ${priority}, start_after = pgboss.job_now()
    from next where j.name = ${name} and j.id = next.id
    returning j.id, next.priority as waited`.execute(db);
  const [row] = rows;
  return row ? { id: row.id, line: lineAt(row.waited) } : null;
}

/** Takes over a task whose process was killed before it started or finished the task. */
export async function adoptLost(db: Db, { name, priority }: Admission): Promise<Admitted | null> {
  const { rows } = await sql<{ id: string; data: object | null }>`
    with lost as materialized (
      select j.id from pgboss.job j
      where ${isDue(name)} and j.priority > 0
        and (j.state = 'retry'
             or j.start_after < pgboss.job_now() - ${LOST_SECONDS} * interval '1 second')
      order by j.priority desc, j.created_on limit 1 for update skip locked)
    update pgboss.job j set priority = ${priority}, start_after = pgboss.job_now()
    from lost where j.name = ${name} and j.id = lost.id
    returning j.id, j.data`.execute(db);
  const [row] = rows;
  return row ? { id: row.id, line: lineOf(row.data ?? {}) } : null;
}

/** Moves a running task back to its line, so that its next attempt waits for a turn. */
export async function returnToLine(
  db: Db,
  { name, id, data }: { name: string; id: string; data: object },
): Promise<void> {
  await sql`
    update pgboss.job set priority = ${priorityOf(lineOf(data), 0)}
    where name = ${name} and id = ${id}::uuid`.execute(db);
}

/** True if a task outside a range of lines waits for its turn. */
export async function isOtherWaiting(
  db: Db,
  name: string,
  { lowest, highest }: PriorityRange,
): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from pgboss.job j
                   where ${isDue(name)} and j.priority <= 0 and j.priority > ${highest}::int)
        or exists (select from pgboss.job j
                   where ${isDue(name)} and j.priority < ${lowest}::int) as "isWaiting"`.execute(
    db,
  );
  return rows[0]!.isWaiting;
}
