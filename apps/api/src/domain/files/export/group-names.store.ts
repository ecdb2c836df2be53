import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpKey, lookUpValue } from '../../../db/look-ups.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import { BULK_ROWS, type ProjectRef } from '../../kernel/index.ts';

/** A key that is an element of an array or a form of a plural. */
export interface GroupName {
  name: string;
  hasSource: boolean;
  hasText: boolean;
}

interface GroupQuery {
  projectId: ProjectRef;
  sourceId: number;
  localeId: number;
  keyPrefix: string | null;
  states: readonly ValueState[] | null;
  withForms: boolean;
}

/**
 * Returns the active keys that are elements of arrays or forms of plurals. Most projects have few
 * of them.
 */
export async function readGroupNames(
  db: Db,
  { projectId, sourceId, localeId, keyPrefix, states, withForms }: GroupQuery,
): Promise<GroupName[]> {
  const { rows } = await sql<GroupName>`
    select k.name, s.key_id is not null as "hasSource", v.key_id is not null as "hasText"
    from translation_key k
    left join ${lookUpValue(projectId, sourceId, sql`k.id`)} s on true
    left join ${lookUpValue(projectId, localeId, sql`k.id`)} v
      on ${states}::value_state[] is null or v.state = any(${states}::value_state[])
    where k.project_id = ${projectId}::uuid and k.archived_at is null
      and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
      and (k.name ~ '[[][0-9]+[]]' or ${withForms} and k.plural_category is not null)`.execute(db);
  return rows;
}

/** Yields the names of the active keys that have a source text, in batches. */
export async function* readSourceNames(
  db: Db,
  { projectId, sourceId, keyPrefix }: Pick<GroupQuery, 'projectId' | 'sourceId' | 'keyPrefix'>,
): AsyncGenerator<{ name: string }[], void> {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: { id: string; name: string }[] } = await sql<{
      id: string;
      name: string;
    }>`
      select k.id, k.name
      from translation_key k
      join ${lookUpValue(projectId, sourceId, sql`k.id`)} s on true
      where k.project_id = ${projectId}::uuid and k.archived_at is null
        and (${after}::uuid is null or k.id > ${after}::uuid)
        and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
      order by k.id limit ${BULK_ROWS}`.execute(db);
    yield rows;
    if (rows.length < BULK_ROWS) return;
    after = rows.at(-1)!.id;
  }
}

/**
 * Counts the texts of plurals that lack a form in a locale. A plural needs a form for each category in `needed`. If
 * integers select its forms, the category `stand` alone is enough. Returns null if no plural lacks a form.
 */
export async function countIncompletePlurals(
  db: Db,
  {
    projectId,
    localeId,
    keyPrefix,
    states,
    needed,
    stand,
  }: Omit<GroupQuery, 'sourceId' | 'withForms'> & {
    needed: readonly string[];
    stand: string | null;
  },
): Promise<{ first: string; count: number } | null> {
  const { rows } = await sql<{ first: string | null; count: number }>`
    select min(first) as first, coalesce(sum(count), 0)::int as count
    from (
      select min(k.name) as first, count(*) as count
      from translation_key k
      cross join ${lookUpValue(projectId, localeId, sql`k.id`)} v
      where k.project_id = ${projectId}::uuid and k.archived_at is null
        and k.plural_style = '.' and not k.plural_ordinal
        and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
        and (${states}::value_state[] is null or v.state = any(${states}::value_state[]))
      group by k.plural_family
      having not array_agg(k.plural_category) @> ${needed}::text[]
        and not coalesce(
          bool_or(k.plural_category = ${stand}::text
                  and k.plural_said is distinct from 'number'), false)
    ) incomplete`.execute(db);
  const [{ first, count }] = rows as [{ first: string | null; count: number }];
  return first === null ? null : { first, count };
}

/** Counts the empty texts of a locale that an export writes, with the name of the first. */
export const countEmptyTexts = (db: Db, query: TextQuery): Promise<CountedTexts | null> =>
  countTexts(db, query, sql<boolean>`v.text = ''`);

/**
 * Counts the texts of a locale that consist only of line breaks, although the `msgid` of their key
 * does not begin and end with a line break. Returns null if there are none.
 */
export const countOnlyBreaks = (db: Db, query: TextQuery): Promise<CountedTexts | null> =>
  countTexts(
    db,
    query,
    sql<boolean>`v.text ~ '^(\\r?\\n)+$'
      and not (substring(k.name from position(chr(4) in k.name) + 1) ~ '^\\r?\\n' and k.name ~ '\\n$')`,
  );

type TextQuery = Omit<GroupQuery, 'sourceId' | 'withForms'>;

interface CountedTexts {
  /** Name of the first key. */
  readonly first: string;
  readonly count: number;
}

async function countTexts(
  db: Db,
  { projectId, localeId, keyPrefix, states }: TextQuery,
  isCounted: RawBuilder<boolean>,
): Promise<CountedTexts | null> {
  const { rows } = await sql<{ first: string | null; count: number }>`
    select min(k.name) as first, count(*)::int as count
    from translation_value v
    cross join ${lookUpKey(projectId, sql`v.key_id`)} k
    where v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint and ${isCounted}
      and k.archived_at is null
      and (${keyPrefix}::text is null or starts_with(k.name, ${keyPrefix}::text))
      and (${states}::value_state[] is null or v.state = any(${states}::value_state[]))`.execute(
    db,
  );
  const [{ first, count }] = rows as [{ first: string | null; count: number }];
  return first === null ? null : { first, count };
}
