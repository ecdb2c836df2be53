import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { lookUpValue } from '../../db/look-ups.ts';
import type { Actor } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';

/**
 * Returns the ids of the keys whose current text in a locale was written by `actor`. A change of only the state does
 * not make its actor an author. Every actor who wrote the same text in an earlier version is also an author, because
 * another person may have restored the text. The author of an accepted proposal is the person who proposed it.
 */
export async function findOwnTexts(
  db: Db,
  projectId: ProjectRef,
  { localeId, keyIds }: { localeId: number; keyIds: readonly string[] },
  actor: Pick<Actor, 'type' | 'id'>,
): Promise<Set<string>> {
  const history = sql`
    select h.version, h.text, h.change_id from value_history h
    where h.project_id = ${projectId}::uuid and h.locale_id = ${localeId}::smallint
      and h.key_id = u.key_id`;
  const isOwnChange = sql`(
    select coalesce(p.author_type, c.actor_type) = ${actor.type}
           and coalesce(p.author_id, c.actor_id) = ${actor.id}::uuid
    from change c
    left join proposal p
      on p.project_id = ${projectId}::uuid and p.id = (c.details ->> 'proposalId')::uuid
    where c.project_id = ${projectId}::uuid and c.id = w.change_id)`;
  const { rows } = await sql<{ key_id: string }>`
    select u.key_id
    from unnest(${keyIds}::uuid[]) u(key_id)
    cross join ${lookUpValue(projectId, localeId, sql`u.key_id`)} v
    where exists (
      select from (${history} union all select v.version, v.text, v.change_id) w
      where w.text = v.text and ${isOwnChange} and not exists (
        select from (${history}) before
        where before.version = w.version - 1 and before.text = w.text))`.execute(db);
  return new Set(rows.map((row) => row.key_id));
}
