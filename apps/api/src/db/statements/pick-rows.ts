import { type RawBuilder, sql } from 'kysely';

/*
 * Parts of a statement that selects and locks some rows of a table and then deletes them: `with
 * ${pickRows(table, …)} delete from ${table} where ${isPicked}`. A row is identified by its
 * partition and its location (`ctid`), because a location is unique only within a partition.
 */

/**
 * The subquery `picked` of a statement. It selects up to `limit` rows that meet the condition. Rows
 * that other transactions have locked are skipped.
 */
export const pickRows = (
  table: string,
  limit: number,
  condition: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`picked as materialized (
  select tableoid as partition, ctid as place from ${sql.table(table)} where ${condition}
  limit ${limit} for update skip locked)`;

/**
 * Condition that a row is in the subquery `picked`. The first part of the condition lets PostgreSQL
 * find the rows by their locations.
 */
export const isPicked = sql<boolean>`ctid = any(array(select place from picked))
  and (tableoid, ctid) in (select partition, place from picked)`;
