import { type RawBuilder, sql } from 'kysely';

/*
 * Some rows of a table, picked and locked in one part of a statement and deleted in another one:
 * `with ${pickRows(table, …)} delete from ${table} where ${isPicked}`. The place of a row (`ctid`) is unique in one
 * partition only, so a row is named by its partition and its place.
 */

/** The part `picked` of a statement: up to `limit` rows that meet the condition. Skips rows that others have locked. */
export const pickRows = (
  table: string,
  limit: number,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`picked as materialized (
  select tableoid as partition, ctid as place from ${sql.table(table)} where ${condition}
  limit ${limit} for update skip locked)`;

/** True for a row that is in the part `picked`. The first condition alone lets PostgreSQL go to the places. */
export const isPicked = sql<boolean>`ctid = any(array(select place from picked))
  and (tableoid, ctid) in (select partition, place from picked)`;
