import { type RawBuilder, sql } from 'kysely';
import type { ProjectRow } from '../../project/index.ts';

/** SQL that selects people who may be notified of a comment or a proposal, as `(user_id, kind)`. */
export type Candidates = RawBuilder<unknown>;

type OwnedProject = Pick<ProjectRow, 'id' | 'organization_id'>;

/** Maximum number of developers who are notified of a question. */
const DEVELOPERS = 50;
/** Maximum number of people who are notified of a proposal. */
const TRANSLATORS = 50;
/** Maximum number of earlier versions of a value that are searched for its last author. */
const VERSIONS = 50;

export const mentioned = (userIds: readonly string[]): Candidates =>
  sql`select u.id as user_id, 'mention' as kind from unnest(${[...userIds]}::uuid[]) u(id)`;

/** Returns the author of a question that another person resolves. */
export const authorOfQuestion = (userId: string): Candidates =>
  sql`select ${userId}::uuid as user_id, 'resolved' as kind`;

/** Returns the authors of the comments in a thread, without deleted comments. */
export const authorsOfThread = (
  { id }: OwnedProject,
  { keyId, threadId }: { keyId: string; threadId: string },
): Candidates => sql`
  select distinct c.author_id, 'thread' from comment c
  where c.project_id = ${id}::uuid and c.key_id = ${keyId}::uuid and c.thread_id = ${threadId}::uuid
    and c.text is not null`;

/** Developers of the project. If it has none, the owners and admins of its organization. */
export const developersOf = (project: OwnedProject): Candidates => sql`
  select user_id, 'question' from (${selectDevelopers(project)}) d`;

export const selectDevelopers = ({ id, organization_id: organizationId }: OwnedProject) => sql`
  with developer as materialized (
    (select m.user_id from membership m
     where m.organization_id = ${organizationId}::uuid and m.role = 'developer' and not exists (
       select from project_grant g
       where g.organization_id = m.organization_id and g.user_id = m.user_id
         and g.granted_project_id = ${id}::uuid)
     order by m.joined_at, m.user_id limit ${DEVELOPERS})
    union
    (select g.user_id from project_grant g
     where g.granted_project_id = ${id}::uuid and g.role = 'developer'
     order by g.granted_at, g.user_id limit ${DEVELOPERS})
  )
  select user_id from developer
  union all
  (select m.user_id from membership m
   where not exists (select from developer) and m.organization_id = ${organizationId}::uuid
     and m.role in ('owner', 'admin')
   order by m.joined_at, m.user_id limit ${DEVELOPERS})`;

/** Reviewers and translators of a locale. If it has none, the developers, owners and admins of the project. */
export const translatorsOf = (
  { id, organization_id: organizationId }: OwnedProject,
  localeTag: string,
): Candidates => sql`
  select user_id, 'proposal' from (
    with member as materialized (
      select m.user_id, coalesce(g.role, m.role) as role, m.joined_at,
             case when g.user_id is null then m.locale_tags else g.locale_tags end as locale_tags
      from membership m
      left join project_grant g
        on g.organization_id = m.organization_id and g.user_id = m.user_id
        and g.granted_project_id = ${id}::uuid
      where m.organization_id = ${organizationId}::uuid
    ), translator as materialized (
      select user_id from member
      where role in ('reviewer', 'translator')
        and (locale_tags is null or ${localeTag}::text = any(locale_tags))
      order by joined_at, user_id limit ${TRANSLATORS}
    )
    select user_id from translator
    union all
    (select user_id from member
     where not exists (select from translator) and role in ('owner', 'admin', 'developer')
     order by joined_at, user_id limit ${TRANSLATORS})
  ) t`;

/**
 * The person who last wrote the text of a value. A change of only the state does not make its actor
 * the author. The author of an accepted proposal is the person who proposed it.
 */
export const authorOfValue = (
  { id: projectId, organization_id: organizationId }: OwnedProject,
  { keyId, localeId }: { keyId: string; localeId: number },
  kind: 'value' | 'sent_back',
): Candidates => {
  const history = sql`
    select h.version, h.text, h.change_id from value_history h
    where h.project_id = ${projectId}::uuid and h.locale_id = ${localeId}::smallint
      and h.key_id = ${keyId}::uuid`;
  return sql`
    (select person.id, ${kind}::text
     from (
       (${history} order by h.version desc limit ${VERSIONS})
       union all
       select v.version, v.text, v.change_id from translation_value v
       where v.project_id = ${projectId}::uuid and v.locale_id = ${localeId}::smallint
         and v.key_id = ${keyId}::uuid
     ) w
     join change c on c.project_id = ${projectId}::uuid and c.id = w.change_id
     left join proposal p
       on p.project_id = ${projectId}::uuid and p.id = (c.details ->> 'proposalId')::uuid
     cross join lateral (
       select coalesce(p.author_type, c.actor_type) as type, coalesce(p.author_id, c.actor_id) as id) a
     cross join lateral (
       select case a.type
         when 'user' then a.id
         when 'api_key' then (
           select k.user_id from api_key k
           where k.organization_id = ${organizationId}::uuid and k.id = a.id) end as id) person
     where person.id is not null and w.text is not null and not exists (
       select from (${history}) before where before.version = w.version - 1 and before.text = w.text)
     order by w.version desc limit 1)`;
};
