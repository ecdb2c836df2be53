import { sql } from 'kysely';
import type { Tasks } from '../../deps.ts';

/** Deletes tasks from the queue. Does nothing if the database has no queue yet. */
export const forgetTasks: Tasks['forget'] = async (tx, name, { member, values }) => {
  const { rows } = await sql<{ has: boolean }>`
    select to_regclass('pgboss.job') is not null as has`.execute(tx);
  if (!rows[0]!.has) return;
  await sql`
    delete from pgboss.job
    where name = ${name} and lower(data ->> ${member}) = any(${[...values]})`.execute(tx);
};
