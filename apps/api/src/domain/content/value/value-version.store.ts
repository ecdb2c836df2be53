import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { placeOfValue } from '../../../db/ids/value-id.ts';
import type { ValueOrigin, ValueState } from '../../../db/schema.generated.ts';
import { namedStatement } from '../../../db/statements/named-statements.ts';
import { lookUp } from '../../../db/statements/plan-hints.ts';
import { fail } from '../../../errors.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';

/** A current or earlier version of a value. The version has no text if the value was deleted. */
export interface ValueVersionRow {
  version: number;
  text: string | null;
  state: ValueState | null;
  origin: ValueOrigin | null;
  /** Source version from which the text was made. Null if it is unknown. */
  source_version: number | null;
  change_id: string;
  at: Date;
}

export interface ValueHead extends ValueVersionRow {
  locale_id: number;
  key_id: string;
}

/**
 * Returns the current version of a value, even if the text of the value was deleted.
 * @throws `not_found`
 */
export async function getValueHead(
  db: Db,
  projectId: ProjectRef,
  valueId: string,
): Promise<ValueHead> {
  const cell = placeOfValue(valueId);
  const isThere = sql`
    project_id = ${projectId}::uuid and locale_id = ${cell.localeId}::smallint
    and key_id = ${cell.keyId}::uuid`;
  const { rows } = await sql<ValueHead>`
    select locale_id, key_id, version, text, state, origin, source_version, change_id,
           updated_at as at
    from translation_value where ${isThere}
    union all
    select locale_id, key_id, version, null, null, null, null, change_id, at
    from cleared_value where ${isThere}`.execute(db);
  return rows[0] ?? fail('not_found', 'The value does not exist.');
}

/**
 * Returns the source texts of a key from which versions of a value were made, in the same order. Of
 * several texts with the same source version, this is the last one before the version was made. A
 * text is null if it is unknown. Ignores texts from before the locale became the source locale.
 */
export async function findSourceTexts(
  db: Db,
  projectId: ProjectRef,
  source: { localeId: number; keyId: string },
  made: readonly { sourceVersion: number | null; at: Date }[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ text: string | null }>`
    with known as (
      select version, source_version, text, updated_at as at from translation_value
      where project_id = ${projectId}::uuid and locale_id = ${source.localeId}::smallint
        and key_id = ${source.keyId}::uuid
      union all
      select version, source_version, text, at from value_history
      where project_id = ${projectId}::uuid and locale_id = ${source.localeId}::smallint
        and key_id = ${source.keyId}::uuid and source_version is not null
    )
    select s.text
    from unnest(${made.map(({ sourceVersion }) => sourceVersion)}::int[],
                ${made.map(({ at }) => at)}::timestamptz[]) with ordinality u(source_version, at, ord)
    left join lateral (
      select text from known k
      where k.source_version <= u.source_version
      order by k.source_version desc, k.at <= u.at desc, k.version desc
      limit 1
    ) s on true
    order by u.ord`.execute(db);
  return rows.map(({ text }) => text);
}

/**
 * Lists the earlier versions of a value, newest first. `before` selects versions with a lower
 * number.
 */
export async function listSuperseded(
  db: Db,
  projectId: ProjectRef,
  value: { locale_id: number; key_id: string },
  page: { before: number | null; limit: number },
): Promise<ValueVersionRow[]> {
  let query = db
    .selectFrom('value_history')
    .where('project_id', '=', projectId)
    .where('locale_id', '=', value.locale_id)
    .where('key_id', '=', value.key_id)
    .select(['version', 'text', 'state', 'origin', 'source_version', 'change_id', 'at']);
  if (page.before !== null) query = query.where('version', '<', page.before);
  return query.orderBy('version', 'desc').limit(page.limit).execute();
}

const selectActors = namedStatement(
  'find_actors',
  (_, projectId: RawBuilder<string>, changeIds: RawBuilder<readonly string[]>) => sql<
    Actor & { actor_id: string }
  >`
    select c.id, c.actor_type as type, c.actor_id, c.actor_name as name
    from unnest(${changeIds}::uuid[]) u(id)
    cross join ${lookUp('change', { project_id: projectId, id: sql`u.id` })} c`,
);

/** Returns the ids of the given changes that were made with `keepTranslations`. */
export async function findKeeping(
  db: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select c.id
    from unnest(${[...new Set(changeIds)]}::uuid[]) u(id)
    cross join ${lookUp('change', { project_id: projectId, id: sql`u.id` })} c
    where c.details ? 'keepTranslations'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function findActors(
  db: Db,
  projectId: ProjectRef,
  changeIds: readonly string[],
): Promise<Map<string, Actor>> {
  if (changeIds.length === 0) return new Map();
  const rows = await selectActors(db, projectId, [...new Set(changeIds)]);
  return new Map(rows.map(({ id, type, actor_id, name }) => [id, { type, id: actor_id, name }]));
}
