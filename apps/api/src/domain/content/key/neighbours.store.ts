import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpName, lookUpValue } from '../../../db/look-ups.ts';
import type { ProjectRef } from '../../kernel/index.ts';

export interface Neighbour {
  readonly key: string;
  readonly text: string;
}

/** Maximum number of neighbors before a key. The same number applies after the key. */
const NEIGHBOURS = 2;
/**
 * Maximum number of keys between a key and its neighbor. Keys without a source text are not
 * neighbors.
 */
const REACH = 10;
/** Maximum number of characters of a text, and of a key's name. */
const LENGTH = 300;

/**
 * For each name, returns the keys before and after the key with this name, in the order of their
 * first import. Returns no keys for an unknown name, or if the project has another source locale
 * than `sourceLocale`.
 */
export async function findNeighbours(
  db: Db,
  projectId: ProjectRef,
  sourceLocale: string,
  names: readonly string[],
): Promise<Map<number, Neighbour[]>> {
  const side = (isBefore: boolean): RawBuilder<unknown> => sql`(
    select near.id, near.name, s.text
    from (
      select n.id, n.name from translation_key n
      where n.project_id = ${projectId}::uuid and n.archived_at is null
        and ${isBefore ? sql`n.id < k.id` : sql`n.id > k.id`}
      order by n.id ${isBefore ? sql`desc` : sql`asc`}
      limit ${REACH}
    ) near
    cross join ${lookUpValue(projectId, sql`p.source_locale_id`, sql`near.id`)} s
    order by near.id ${isBefore ? sql`desc` : sql`asc`}
    limit ${NEIGHBOURS}
  )`;
  const { rows } = await sql<Neighbour & { at: number }>`
    select u.ord::int - 1 as at, left(n.name, ${LENGTH}) as key, left(n.text, ${LENGTH}) as text
    from project p
    join locale l on l.project_id = p.id and l.id = p.source_locale_id and l.code = ${sourceLocale}
    cross join unnest(${names}::text[]) with ordinality u(name, ord)
    join ${lookUpName('translation_key', projectId, sql`u.name`)} k on k.archived_at is null
    cross join lateral (${side(true)} union all ${side(false)}) n
    where p.id = ${projectId}::uuid
    order by u.ord, n.id`.execute(db);
  const found = new Map<number, Neighbour[]>();
  for (const { at, key, text } of rows) found.set(at, [...(found.get(at) ?? []), { key, text }]);
  return found;
}
