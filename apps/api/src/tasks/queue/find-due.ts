import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { BackgroundWork } from './background-works.ts';

/** Names of background works and of tasks that can begin now. */
export interface Due {
  readonly works: ReadonlySet<string>;
  readonly tasks: ReadonlySet<string>;
}

/** Finds background works and tasks that can begin now, in one statement with an index look-up for each. */
export async function findDue(
  db: Db,
  now: Date,
  works: readonly BackgroundWork[],
  tasks: readonly string[],
): Promise<Due> {
  const conditions = works.map((work) => work.isDue(now));
  const { rows } = await sql<{ works: boolean[]; tasks: string[] }>`
    select array[${sql.join(conditions)}]::boolean[] as works,
           array(select name from unnest(${[...tasks]}::text[]) name
                 where exists (select from pgboss.job
                               where job.name = name.name and state < 'active' and not blocked
                                 and start_after <= pgboss.job_now())) as tasks`.execute(db);
  const [found] = rows;
  return {
    works: new Set(works.filter((_, index) => found!.works[index]).map(({ name }) => name)),
    tasks: new Set(found!.tasks),
  };
}
