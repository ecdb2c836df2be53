import { type RawBuilder, sql } from 'kysely';

/*
 * Parts of a statement that locks and deletes some rows: `with ${pickRows(table, …)} delete from
 * ${table} where ${isPicked}`. A row is identified by its partition and its location (`ctid`),
 * which is unique only within the partition.
 */

/**
 * Selects up to `limit` rows that meet the condition. Skips rows that other transactions have
 * locked.
 */
export const pickRows = (
  table: string,
  limit: number,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`picked as materialized (
  select tableoid as partition, ctid as place from ${sql.table(table)} where ${condition}
  limit ${limit} for update skip locked)`;

export const isPicked = sql<boolean>`ctid = any(array(select place from picked))
  and (tableoid, ctid) in (select partition, place from picked)`;
