import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { lookUpValue } from '../../../db/look-ups.ts';
import type { Actor, ProjectRef } from '../../kernel/index.ts';

/**
 * Returns the ids of the keys whose current text in a locale was written by `actor`. A change of only the state does
 * not make its actor an author. Every actor who wrote the same text in an earlier version is also an author, because
 * another person may have restored the text. The author of an accepted proposal is the person who proposed it. A user
 * and the user's personal API keys are one author.
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
  const ownIds = await findIdsOfPerson(db, projectId, actor);
  const isOwnChange = sql`(
    select coalesce(p.author_id, c.actor_id) = any(${ownIds}::uuid[])
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

/** True if two actors are the same actor, or a user and a personal API key of the user. */
export async function isSamePerson(
  db: Db,
  projectId: ProjectRef,
  one: Pick<Actor, 'type' | 'id'>,
  otherId: string,
): Promise<boolean> {
  return (await findIdsOfPerson(db, projectId, one)).includes(otherId);
}

/** Returns the ids under which the person of an actor writes: the user, and all personal API keys of the user. */
async function findIdsOfPerson(
  db: Db,
  projectId: ProjectRef,
  { type, id }: Pick<Actor, 'type' | 'id'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with key as (
      select k.id, k.user_id from api_key k
      join project p on p.organization_id = k.organization_id
      where p.id = ${projectId}::uuid and k.user_id is not null
    ), person as (
      select ${id}::uuid as id where ${type} = 'user'
      union all
      select user_id from key where id = ${id}::uuid and ${type} = 'api_key'
    )
    select id from person
    union all
    select key.id from key join person on person.id = key.user_id`.execute(db);
  return [id, ...rows.map((row) => row.id)];
}
