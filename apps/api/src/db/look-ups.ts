import { type RawBuilder, sql } from 'kysely';
import { isNamed } from './key-name.ts';
import { atMostOne, lookUp, lookUpAll, type ProjectId } from './statements/plan-hints.ts';

/**
 * Returns a subquery with the distinct ids in ascending order. A statement that locks rows through
 * the subquery locks them in this order.
 */
export const idsInOrder = (ids: readonly string[]): RawBuilder<unknown> => sql`
  (select distinct id from unnest(${ids}::uuid[]) id order by id)`;

export const lookUpKey = (
  projectId: ProjectId,
  id: RawBuilder<unknown>,
  lock?: RawBuilder<unknown>,
) => lookUp('translation_key', { project_id: projectId, id }, lock);

/** Looks up all keys of `ids`, in one search of the index. */
export const lookUpKeys = (projectId: ProjectId, ids: RawBuilder<readonly string[]>) =>
  lookUpAll('translation_key', { project_id: projectId, id: anyOf(ids) });

export const lookUpName = (
  table: 'translation_key' | 'key_alias',
  projectId: ProjectId,
  name: RawBuilder<unknown>,
) =>
  atMostOne(sql`
    select * from ${sql.table(table)} named where ${isNamed('named', projectId, name)}`);

export const lookUpValue = (
  projectId: ProjectId,
  localeId: number | RawBuilder<unknown>,
  keyId: RawBuilder<unknown>,
  lock?: RawBuilder<unknown>,
) =>
  lookUp('translation_value', { project_id: projectId, locale_id: localeId, key_id: keyId }, lock);

/** Looks up the values of all keys of `keyIds` in a locale, in one search of the index. */
export const lookUpValues = (
  projectId: ProjectId,
  localeId: number | RawBuilder<unknown>,
  keyIds: RawBuilder<readonly string[]>,
) =>
  lookUpAll('translation_value', {
    project_id: projectId,
    locale_id: localeId,
    key_id: anyOf(keyIds),
  });

const anyOf = (ids: RawBuilder<readonly string[]>): RawBuilder<string> => sql`any(${ids}::uuid[])`;
