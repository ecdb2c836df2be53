import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpValue } from '../../db/look-ups.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';

/**
 * Returns the ids of those keys whose current text in a locale was written by `actor`. A change of
 * the state only does not make its actor the author.
 */
export async function findOwnTexts(
  db: Db,
  projectId: ProjectRef,
  { localeId, keyIds }: { localeId: number; keyIds: readonly string[] },
  actor: Pick<Actor, 'type' | 'id'>,
): Promise<Set<string>> {
  const { rows } = await sql<{ key_id: string }>`
    select u.key_id
    from unnest(${keyIds}::uuid[]) u(key_id)
    cross join ${lookUpValue(projectId, localeId, sql`u.key_id`)} v
    left join lateral (
      select h.version from value_history h
      where h.project_id = ${projectId}::uuid and h.locale_id = ${localeId}::smallint
        and h.key_id = u.key_id and h.text is distinct from v.text
      order by h.version desc limit 1) other on true
    left join lateral (
      select h.change_id from value_history h
      where h.project_id = ${projectId}::uuid and h.locale_id = ${localeId}::smallint
        and h.key_id = u.key_id and h.version > coalesce(other.version, 0)
      order by h.version limit 1) written on true
    join change c
      on c.project_id = ${projectId}::uuid and c.id = coalesce(written.change_id, v.change_id)
    where c.actor_type = ${actor.type} and c.actor_id = ${actor.id}::uuid`.execute(db);
  return new Set(rows.map((row) => row.key_id));
}
