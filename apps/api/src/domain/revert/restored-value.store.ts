import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { unplanned } from '../../db/plan.ts';
import type { ValueOrigin, ValueState } from '../../db/schema.generated.ts';
import { recordValues } from '../change/touched.store.ts';
import type { ProjectRef } from '../tenant.ts';
import type { CountedKey } from '../value/needed-values.ts';
import { ofOtherSource } from '../value/source-version.store.ts';
import { supersede } from '../value/value-writes.store.ts';
import type { TouchedValue } from './reverted-change.store.ts';

/** Values of one locale of a project. */
export interface ValuesPlace {
  projectId: ProjectRef;
  localeId: number;
}

/** Locks values that are there; the caller holds their keys, so that none comes or goes. */
export async function holdValues(
  tx: Db,
  { projectId, localeId }: ValuesPlace,
  keyIds: readonly string[],
): Promise<void> {
  await sql`
    select from translation_value v
    where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
      and v.key_id = any(${keyIds}::uuid[])
    order by v.key_id
    for no key update`.execute(tx);
}

/**
 * A value beside a change that wrote it. A version is named by the one that it restored, if it did: two with one
 * name are the same. 0 is a value that never existed; null is not known any more.
 */
export interface ValueStanding {
  key_id: string;
  /** True if the value exists now, and existed before the change. */
  is_there: boolean;
  was_there: boolean;
  now: number;
  /** The version that the change wrote, and the one that it replaced. */
  written: number | null;
  replaced: number | null;
  /** The version that the change replaced. */
  replaced_version: number;
}

export async function readStandings(
  tx: Db,
  { projectId, localeId }: ValuesPlace,
  values: readonly TouchedValue[],
): Promise<ValueStanding[]> {
  const at = (table: RawBuilder<unknown>, alias: RawBuilder<unknown>) => sql`
    ${table} ${alias} where ${alias}.project_id = ${unplanned(projectId)}
      and ${alias}.locale_id = ${localeId}::smallint and ${alias}.key_id = u.key_id`;
  const version = (number: RawBuilder<unknown>) => sql`(
    select coalesce(h.restored_version, h.version) as name, h.text is not null as has_text
    from ${at(sql`value_history`, sql`h`)} and h.version = ${number} limit 1)`;
  const { rows } = await sql<ValueStanding>`
    select u.key_id, v.version is not null as is_there, coalesce(r.has_text, false) as was_there,
           coalesce(v.name, c.name, 0) as now,
           case when coalesce(v.version, c.version) = u.last then coalesce(v.name, c.name)
                else w.name end as written,
           case when u.first = 1 then 0 else r.name end as replaced,
           u.first - 1 as replaced_version
    from unnest(${values.map((value) => value.key_id)}::uuid[],
                ${values.map(({ first }) => first)}::int[],
                ${values.map(({ last }) => last)}::int[]) with ordinality u(key_id, first, last, place)
    left join lateral (
      select v.version, coalesce(v.restored_version, v.version) as name
      from ${at(sql`translation_value`, sql`v`)} limit 1) v on true
    left join lateral (
      select c.version, coalesce(c.restored_version, c.version) as name
      from ${at(sql`cleared_value`, sql`c`)} limit 1) c on true
    left join lateral ${version(sql`u.last`)} w on true
    left join lateral ${version(sql`u.first - 1`)} r on true
    order by u.place`.execute(tx);
  return rows;
}

interface RestoredBy {
  changeId: string;
  now: Date;
}

/**
 * The earlier versions that values are to have again, as `earlier`, with the name of each. Materialized: PostgreSQL
 * would look all of them up again for each value.
 */
const earlierOf = ({ projectId, localeId }: ValuesPlace, values: readonly ValueStanding[]) => sql`
  earlier as materialized (
    select h.*, u.name
    from unnest(${values.map((value) => value.key_id)}::uuid[],
                ${values.map((value) => value.replaced_version)}::int[],
                ${values.map(({ replaced }) => replaced)}::int[]) u(key_id, version, name)
    cross join lateral (
      select * from value_history h
      where h.project_id = ${unplanned(projectId)} and h.locale_id = ${localeId}::smallint
        and h.key_id = u.key_id and h.version = u.version
      limit 1) h)`;

/** Gives values that are there an earlier version's text, state and origin again; texts stay in the database. */
export async function restoreOver(
  tx: Db,
  place: ValuesPlace,
  values: readonly ValueStanding[],
  by: RestoredBy,
): Promise<void> {
  const { projectId, localeId } = place;
  const isHeld = sql`
    v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
    and v.key_id = h.key_id`;
  await sql`
    with ${earlierOf(place, values)}, kept as (
      ${supersede} from earlier h join translation_value v on ${isHeld}
    ), written as (
      update translation_value v
      set text = h.text, state = h.state, origin = h.origin,
          source_version = coalesce(h.source_version, v.source_version),
          unknown_words = h.unknown_words, version = v.version + 1, restored_version = h.name,
          checks = null,
          ignored_checks = case when v.text = h.text then v.ignored_checks else 0 end,
          change_id = ${by.changeId}::uuid, updated_at = ${by.now}::timestamptz
      from earlier h
      where ${isHeld}
      returning v.key_id, v.version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/** As {@link restoreOver}, for values that were made missing. */
export async function restoreMissing(
  tx: Db,
  place: ValuesPlace,
  values: readonly ValueStanding[],
  by: RestoredBy,
): Promise<void> {
  const { projectId, localeId } = place;
  await sql`
    with ${earlierOf(place, values)}, gone as (
      delete from cleared_value
      where ctid = any(array(
        select c.ctid from earlier h
        cross join lateral (
          select c.ctid from cleared_value c
          where c.project_id = ${unplanned(projectId)} and c.locale_id = ${localeId}::smallint
            and c.key_id = h.key_id
          limit 1) c))
      returning *
    ), kept as (
      insert into value_history (project_id, locale_id, key_id, version, change_id, at,
                                 restored_version)
      select project_id, locale_id, key_id, version, change_id, at, restored_version from gone
    ), written as (
      insert into translation_value (project_id, locale_id, key_id, id, version, text, state, origin,
                                     source_version, unknown_words, restored_version, change_id,
                                     updated_at)
      select gone.project_id, gone.locale_id, gone.key_id, gone.id, gone.version + 1, h.text, h.state,
             h.origin, coalesce(h.source_version, 0), h.unknown_words, h.name,
             ${by.changeId}::uuid, ${by.now}::timestamptz
      from earlier h
      join gone on gone.key_id = h.key_id
      returning key_id, version
    )
    ${recordValues(projectId, by.changeId, localeId)}`.execute(tx);
}

/** Values of active keys that count alike, and how many of them are outdated. */
export interface CountedValues extends CountedKey {
  state: ValueState;
  origin: ValueOrigin;
  count: number;
  outdated: number;
}

export async function countValues(
  tx: Db,
  { projectId, localeId }: ValuesPlace,
  keyIds: readonly string[],
): Promise<CountedValues[]> {
  const { rows } = await sql<CountedValues>`
    select v.state, v.origin, k.plural_category, k.plural_ordinal, k.plural_everywhere,
           k.plural_said, k.translatable, count(*) as count, count(*) filter (where ${ofOtherSource}) as outdated
    from unnest(${keyIds}::uuid[]) u(id)
    cross join lateral (
      -- The limits keep these one look-up a row, whatever PostgreSQL believes of the tables.
      select * from translation_key k
      where k.project_id = ${unplanned(projectId)} and k.id = u.id and k.archived_at is null
      limit 1) k
    cross join lateral (
      select v.state, v.origin, v.source_version from translation_value v
      where v.project_id = ${unplanned(projectId)} and v.locale_id = ${localeId}::smallint
        and v.key_id = u.id
      limit 1) v
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
  return rows;
}
