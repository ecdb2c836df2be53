import { sql } from 'kysely';
import type { Db } from './client.ts';

/**
 * A project's id that PostgreSQL does not know while it plans. Of a project that it knows, and that was
 * filled since its statistics, it believes that there are no rows, so that any index of the project's
 * will do: for each row of ours it would read the whole project.
 */
export const unplanned = (projectId: string) => sql<string>`(select ${projectId}::uuid)`;

/**
 * Begins a statement whose text varies with what a caller asks for: it stays unnamed, so that it is planned with
 * its parameters and takes no place among the named statements of a connection.
 */
export const UNNAMED = sql.raw('/* unnamed */');

/** True if a statement begins with {@link UNNAMED}. */
export const isUnnamed = (text: string): boolean => /^\s*\/\* unnamed \*\//.test(text);

/**
 * An expression that lets the rest of the transaction use plans that suit all values. For look-ups of single
 * rows they are the best there are, and PostgreSQL would plan statements with arrays again each time.
 */
export const planOnce = sql<string>`set_config('plan_cache_mode', 'force_generic_plan', true)`;

/**
 * A connection keeps the plans of its named statements and foreign keys, and those that it made while
 * a table had few rows read all of it for each row of ours. Work on many rows is planned again.
 */
export async function forgetPlans(tx: Db): Promise<void> {
  await sql`discard plans`.execute(tx);
}

const LONGEST_AGE = '1 second';

/**
 * As {@link forgetPlans}, for transactions of a few hundred rows that follow each other: where plans were
 * forgotten a moment ago they stay, because planning again each time costs a fifth of such a transaction.
 */
export async function forgetOldPlans(tx: Db): Promise<void> {
  const { rows } = await sql<{ areFresh: boolean | null }>`
    select clock_timestamp() - nullif(current_setting('parlance.planned_at', true), '')::timestamptz
             < ${LONGEST_AGE}::interval as "areFresh"`.execute(tx);
  if (rows[0]!.areFresh) return;
  await forgetPlans(tx);
  await sql`select set_config('parlance.planned_at', clock_timestamp()::text, false)`.execute(tx);
}
