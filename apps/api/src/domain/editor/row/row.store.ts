import { LIMITS } from '@parlance/contracts';
import { type DeclaredPlural, PLURAL_CATEGORIES, type PluralCategory } from '@parlance/messages';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValues } from '../../../db/look-ups.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import {
  countedFindingMask,
  type KeyFieldColumns,
  readMask,
  selectedFields,
  type ValueRow,
} from '../../content/index.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { isForm, lookUpForm } from './row-scan.store.ts';

export interface RowKey extends KeyFieldColumns {
  id: string;
  plural_family: string | null;
  plural_style: '_' | '.' | null;
  plural_ordinal: boolean;
  plural_said: DeclaredPlural | null;
  /** Active plural forms in the order of CLDR's categories. Null for a key without a family. */
  forms:
    | { category: PluralCategory; id: string; sourceVersion: number; maxLength: number | null }[]
    | null;
  source_version: number;
}

const selectRowKeys = namedStatement(
  'read_row_keys',
  (
    _,
    projectId: RawBuilder<string>,
    ids: RawBuilder<readonly string[]>,
    categories: RawBuilder<readonly string[]>,
  ) => sql<RowKey>`
    select k.id, coalesce(k.plural_family, k.name) as name, ${selectedFields('name')},
           k.plural_family, k.plural_style, k.plural_ordinal, k.plural_said,
           k.source_version, family.forms
    from unnest(${ids}::uuid[]) with ordinality u(id, place)
    join ${lookUpKey(projectId, sql`u.id`)} k
      on k.archived_at is null and (k.plural_category is null or k.plural_category = 'other')
    left join lateral (
      select json_agg(json_build_object('category', c.category, 'id', f.id,
                                        'sourceVersion', f.source_version,
                                        'maxLength', f.max_length) order by c.place) as forms
      from unnest(${categories}::text[]) with ordinality c(category, place)
      join ${lookUpForm(projectId)} f on ${isForm}
      where k.plural_category is not null) family on true
    order by u.place`,
);

/** Returns the keys of rows in the order of `ids`. Omits archived keys. */
export async function readRowKeys(
  db: Db,
  projectId: ProjectRef,
  ids: readonly string[],
): Promise<RowKey[]> {
  return ids.length === 0 ? [] : selectRowKeys(db, projectId, ids, PLURAL_CATEGORIES);
}

/**
 * Returns the ids of the rows with these keys. All forms of a plural family belong to the row of
 * the family.
 */
export async function findRowIds(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(f.id, k.id) as id
    from unnest(${keyIds}::uuid[]) with ordinality u(id, place)
    cross join ${lookUpKey(projectId, sql`u.id`)} k
    cross join (select 'other' as category) c
    left join ${lookUpForm(projectId)} f on ${isForm}
    order by u.place`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * Returns the ids of up to `limit` rows around the given row, in ascending order. The given row is
 * in the middle, unless the list ends earlier on one side.
 */
export async function findRowsAround(
  db: Db,
  projectId: ProjectRef,
  rowId: string,
  limit: number,
): Promise<string[]> {
  const rows = sql`
    select k.id from translation_key k
    where k.project_id = ${projectId}::uuid and k.archived_at is null
      and (k.plural_category is null or k.plural_category = 'other')`;
  const { rows: found } = await sql<{ id: string }>`
    select id from (
      (${rows} and k.id < ${rowId}::uuid order by k.id desc limit ${Math.floor((limit - 1) / 2)})
      union all
      (${rows} and k.id >= ${rowId}::uuid order by k.id limit ${Math.ceil((limit + 1) / 2)})
    ) near
    order by id`.execute(db);
  return found.map(({ id }) => id);
}

/** A value as it is stored, with at most the beginning of its text. */
export interface CellValue extends Omit<ValueRow, 'key' | 'key_source_version'> {
  is_truncated: boolean;
}

const LENGTH = sql.lit(LIMITS.rowTextLength);
/**
 * SQL that is true if a text may exceed the maximum length. A text never has more characters than
 * bytes, so only texts with more bytes are counted in characters.
 */
const isLong = sql`octet_length(v.text) > ${LENGTH}`;

const selectCells = namedStatement(
  'read_cells',
  (
    _,
    projectId: RawBuilder<string>,
    localeIds: RawBuilder<readonly number[]>,
    keyIds: RawBuilder<readonly string[]>,
  ) => sql<CellValue>`
    select v.key_id, v.locale_id,
           case when ${isLong} then left(v.text, ${LENGTH}) else v.text end as text,
           ${isLong} and char_length(v.text) > ${LENGTH} as is_truncated, v.state, v.origin,
           v.version, v.source_version, v.change_id, v.updated_at,
           ${readMask(countedFindingMask())} as checks
    from unnest(${localeIds}::smallint[]) l(id)
    cross join ${lookUpValues(projectId, sql`l.id`, keyIds)} v`,
);

/** Returns the values of the keys in the locales, in no order. */
export async function readCells(
  db: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
  keyIds: readonly string[],
): Promise<CellValue[]> {
  return keyIds.length === 0 ? [] : selectCells(db, projectId, localeIds, keyIds);
}
