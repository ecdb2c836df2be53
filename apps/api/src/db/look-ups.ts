import { type RawBuilder, sql } from 'kysely';
import { isNamed } from './key-name.ts';
import { atMostOne, lookUp, type ProjectId } from './statements/plan-hints.ts';

/*
 * SQL for joins that look up one row for each row of the preceding tables, as `lookUp` does. The
 * ids and names to look up are SQL expressions.
 */

/**
 * Returns a subquery with each of these ids once, in ascending order. A statement that looks up and
 * locks rows by these ids then locks the rows in this order.
 */
export const idsInOrder = (ids: readonly string[]): RawBuilder<unknown> => sql`
  (select distinct id from unnest(${ids}::uuid[]) id order by id)`;

export const lookUpKey = (
  projectId: ProjectId,
  id: RawBuilder<unknown>,
  lock?: RawBuilder<unknown>,
) => lookUp('translation_key', { project_id: projectId, id }, lock);

/** Looks up a key by its current or former name. */
export const lookUpName = (
  table: 'translation_key' | 'key_alias',
  projectId: ProjectId,
  name: RawBuilder<unknown>,
) =>
  atMostOne(sql`
    select * from ${sql.table(table)} named where ${isNamed('named', projectId, name)}`);

/** Looks up the value of a key in a locale. */
export const lookUpValue = (
  projectId: ProjectId,
  localeId: number | RawBuilder<unknown>,
  keyId: RawBuilder<unknown>,
  lock?: RawBuilder<unknown>,
) =>
  lookUp('translation_value', { project_id: projectId, locale_id: localeId, key_id: keyId }, lock);
