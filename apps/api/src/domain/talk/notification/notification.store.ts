import { LIMITS, type NotificationKind } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { atMostOne, lookUp } from '../../../db/statements/plan-hints.ts';
import { type Actor, type Page, type PageQuery, pageOf } from '../../kernel/index.ts';
import { seesProject } from '../../project/index.ts';

export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  organization_slug: string;
  organization_id: string;
  project_id: string;
  project_name: string;
  project_slug: string;
  key_id: string;
  key: string;
  locale: string | null;
  /** Id of the thread. Null for proposals, like `comment_id`. */
  thread_id: string | null;
  comment_id: string | null;
  /** Number of open proposals. Null for comments. */
  proposals: number | null;
  excerpt: string | null;
  actor_type: Actor['type'];
  actor_id: string;
  actor_name: string | null;
  created_at: Date;
  read_at: Date | null;
}

/** SQL that reads the comment of the notification `n`, or nothing if the inbox does not show the notification. */
const commentOf = sql`
  select c.key_id, c.locale_id, c.text, null::bigint as proposals, 'user'::actor_type as actor_type,
         case when n.kind = 'resolved' then c.resolved_by_id else c.author_id end as actor_id,
         case when n.kind = 'resolved' then c.resolved_by_name else c.author_name end as actor_name
  from comment c
  where n.kind <> 'proposal' and c.project_id = n.project_id and c.id = n.comment_id
    and (c.text is not null or c.answers_count > 0)
    and (n.kind <> 'resolved' or c.resolved_by_id <> n.user_id)`;

/** SQL that reads the open proposals of the notification `n` as one row. The newest comes first in the arrays. */
const proposalsOf = sql`
  select (array_agg(p.key_id))[1] as key_id, p.locale_id, (array_agg(p.text))[1] as text,
         count(*) as proposals, (array_agg(p.author_type))[1] as actor_type,
         (array_agg(p.author_id))[1] as actor_id, (array_agg(p.author_name))[1] as actor_name
  from proposal told
  cross join lateral (
    select p.* from proposal p
    join translation_key k on k.project_id = p.project_id and k.id = p.key_id and k.archived_at is null
    where p.person_id = told.person_id and p.project_id = told.project_id
      and p.locale_id = told.locale_id and p.state = 'open'
    order by p.id desc limit ${LIMITS.unreadCounted}) p
  join locale l on l.project_id = p.project_id and l.id = p.locale_id and l.enabled
  where n.kind = 'proposal' and told.project_id = n.project_id and told.id = n.thread_id
  group by p.locale_id`;

/**
 * SQL that joins the objects to which the notifications `n` refer, if their user may see the
 * objects now. Looks up each object separately, so that a page reads only the rows that it shows.
 * Leaves out notifications of resolved questions if the question is open again or its author has
 * resolved it. Also leaves out notifications of proposals if none of the proposals is open.
 */
const joinVisible = sql`
  cross join ${lookUp('project', { id: sql`n.project_id` })} p
  cross join ${atMostOne(sql`
    select * from organization where id = n.organization_id and archived_at is null`)} o
  cross join ${atMostOne(sql`(${commentOf}) union all (${proposalsOf})`)} c`;

const isVisible = seesProject(sql`n.user_id`, {
  id: sql<string>`n.project_id`,
  organization_id: sql<string>`n.organization_id`,
});

/** SQL that reads the notifications `n` of a user in projects that the user sees. */
const selectNotifications = (userId: string, conditions: readonly RawBuilder<unknown>[]) => sql`
  select n.id, n.kind, o.slug as organization_slug, n.organization_id, n.project_id,
         p.name as project_name, p.slug as project_slug, c.key_id, k.name as key, l.code as locale,
         case when c.proposals is null then n.thread_id end as thread_id,
         case when c.proposals is null then n.comment_id end as comment_id, c.proposals,
         left(c.text, ${LIMITS.commentExcerptLength}::int) as excerpt, c.actor_type, c.actor_id,
         c.actor_name, n.created_at, n.read_at
  from notification n
  ${joinVisible}
  cross join ${lookUp('translation_key', { project_id: sql`n.project_id`, id: sql`c.key_id` })} k
  left join ${lookUp('locale', { project_id: sql`n.project_id`, id: sql`c.locale_id` })} l on true
  where n.user_id = ${userId}::uuid and ${isVisible}
    ${sql.join(
      conditions.map((condition) => sql`and ${condition}`),
      sql` `,
    )}`;

/** Lists the notifications of a user, newest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  { unread }: { unread: boolean },
  { after, limit }: PageQuery,
): Promise<Page<NotificationRow>> {
  const conditions = [
    ...(unread ? [sql`n.read_at is null`] : []),
    ...(after === null ? [] : [sql`n.id < ${after}::uuid`]),
  ];
  const { rows } = await sql<NotificationRow>`
    ${selectNotifications(userId, conditions)}
    order by n.id desc limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ id }) => id);
}

/** Lists the unread notifications of these kinds in a digest, oldest first. */
export async function listDigest(
  db: Db,
  userId: string,
  { digestId, kinds }: { digestId: string; kinds: readonly NotificationKind[] },
  limit: number,
): Promise<NotificationRow[]> {
  const conditions = [
    sql`n.digest_id = ${digestId}::uuid`,
    sql`n.read_at is null`,
    sql`n.kind = any(${[...kinds]}::notification_kind[])`,
  ];
  const { rows } = await sql<NotificationRow>`
    ${selectNotifications(userId, conditions)} order by n.id limit ${limit}`.execute(db);
  return rows;
}

/** Counts the unread notifications of each user, up to a limit for each user. */
export async function countUnread(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; unread: number }>`
    select u.id as user_id, counted.unread
    from unnest(${[...userIds]}::uuid[]) u(id)
    cross join lateral (
      select count(*) as unread from (
        select from notification n ${joinVisible}
        where n.user_id = u.id and n.read_at is null and ${isVisible}
        limit ${LIMITS.unreadCounted}) few) counted`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row.unread]));
}

export type ReadNotifications =
  | { readonly ids: readonly string[] }
  | { readonly threadIds: readonly string[] }
  | { readonly upTo: string };

/** Marks notifications of a user as read. */
export async function readNotifications(
  tx: Db,
  userId: string,
  which: ReadNotifications,
  now: Date,
): Promise<void> {
  const condition =
    'ids' in which
      ? sql`n.id = any(${[...which.ids]}::uuid[])`
      : 'threadIds' in which
        ? sql`n.thread_id = any(${[...which.threadIds]}::uuid[])`
        : sql`n.id <= ${which.upTo}::uuid`;
  await sql`
    with done as (
      update notification n set read_at = ${now}::timestamptz, awaits_mail = false
      where n.user_id = ${userId}::uuid and n.read_at is null and ${condition}
      returning n.user_id
    )
    update inbox i set event_id = ${newId()}::uuid
    where i.user_id = ${userId}::uuid and exists (select from done)`.execute(tx);
}
