import { LIMITS } from '@parlance/contracts';
import { PLURAL_CATEGORIES, type PluralCategory, type SaidPlural } from '@parlance/messages';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import { readWith } from '../../db/read-with.ts';
import type { ProjectRef } from '../tenant.ts';
import type { ValueRow } from '../value/value.store.ts';
import { countedChecks } from '../value/value.store.ts';
import { selectForm } from './row-scan.store.ts';

export interface RowKey {
  id: string;
  name: string;
  description: string;
  tags: string[];
  max_length: number | null;
  translatable: boolean;
  plural_family: string | null;
  plural_style: '_' | '.' | null;
  plural_ordinal: boolean;
  plural_said: SaidPlural | null;
  /** Active keys of the family, in the order of CLDR; null for a plain key. */
  forms: { category: PluralCategory; id: string }[] | null;
}

/** Reads the keys of rows, in the order of `ids`. Archived keys are left out. */
export async function readRowKeys(
  db: Db,
  projectId: ProjectRef,
  ids: readonly string[],
): Promise<RowKey[]> {
  if (ids.length === 0) return [];
  // The limits keep these one look-up a key with any statistics of the table.
  const { rows } = await sql<RowKey>`
    select k.id, coalesce(k.plural_family, k.name) as name, k.description, k.tags, k.max_length, k.translatable,
           k.plural_family, k.plural_style, k.plural_ordinal, k.plural_said, family.forms
    from unnest(${ids}::uuid[]) with ordinality u(id, place)
    cross join lateral (
      select * from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.archived_at is null
        and (k.plural_category is null or k.plural_category = 'other')
      limit 1) k
    left join lateral (
      select json_agg(json_build_object('category', c.category, 'id', f.id) order by c.place) as forms
      from unnest(${[...PLURAL_CATEGORIES]}::text[]) with ordinality c(category, place)
      cross join lateral (${selectForm(projectId)}) f
      where k.plural_category is not null) family on true
    order by u.place`.execute(db);
  return rows;
}

/** Returns the ids of the rows that keys belong to, in their order: a form belongs to the row of its family. */
export async function findRowIds(
  db: Db,
  projectId: ProjectRef,
  keyIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(other.id, k.id) as id
    from unnest(${keyIds}::uuid[]) with ordinality u(id, place)
    cross join lateral (
      select * from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      limit 1) k
    cross join (select 'other' as category) c
    left join lateral (${selectForm(projectId)}) other on true
    order by u.place`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

/** Returns the ids of up to `limit` rows in their order, with a row in the middle of them where enough are around it. */
export async function findRowsAround(
  db: Db,
  projectId: ProjectRef,
  rowId: string,
  limit: number,
): Promise<string[]> {
  const rows = sql`
    select k.id from translation_key k
    where k.project_id = ${unplanned(projectId)} and k.archived_at is null
      and (k.plural_category is null or k.plural_category = 'other')`;
  const select = sql<{ id: string }>`
    select id from (
      (${rows} and k.id < ${rowId}::uuid order by k.id desc limit ${Math.floor((limit - 1) / 2)})
      union all
      (${rows} and k.id >= ${rowId}::uuid order by k.id limit ${Math.ceil((limit + 1) / 2)})
    ) near
    order by id`;
  // Without statistics of a filled project the planner would sort all keys after the row.
  const { rows: found } = await readWith(db, { enable_bitmapscan: 'off' }, (tx) =>
    select.execute(tx),
  );
  return found.map(({ id }) => id);
}

/** A value with at most as much of its text as a row shows. */
export interface CellValue extends Omit<ValueRow, 'key'> {
  is_truncated: boolean;
}

/** Reads the values of keys in some locales. */
export async function readCells(
  db: Db,
  projectId: ProjectRef,
  localeIds: readonly number[],
  keyIds: readonly string[],
): Promise<CellValue[]> {
  if (keyIds.length === 0) return [];
  const { rows } = await sql<CellValue>`
    select v.key_id, v.locale_id, left(v.text, ${LIMITS.rowTextLength}) as text,
           char_length(v.text) > ${LIMITS.rowTextLength} as is_truncated, v.state, v.origin,
           v.version, v.source_version, k.source_version as key_source_version, v.change_id,
           v.updated_at, ${countedChecks()} as checks
    from unnest(${keyIds}::uuid[]) u(id)
    cross join lateral (
      select k.source_version from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.id
      limit 1) k
    cross join unnest(${localeIds}::smallint[]) l(id)
    cross join lateral (
      select * from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = l.id and v.key_id = u.id
      limit 1) v`.execute(db);
  return rows;
}
