import type { NotificationKind } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { type ProjectRow, seesProject } from '../../project/index.ts';
import type { Candidates } from './candidates.store.ts';
import { DEFAULT_CHANNELS, KINDS } from './kinds.ts';

/** Seconds between an event and the first mail about it. Many people read the notification within this time. */
const DIGEST_DELAY_SECONDS = 10 * 60;
/** Minimum time in seconds between two digests of a person. */
const DIGEST_INTERVAL_SECONDS = 60 * 60;

interface NotifiedEvent {
  readonly commentId: string;
  readonly threadId: string;
  /** The person who caused the notifications. This person gets no notification. */
  readonly actorId: string;
  readonly now: Date;
  /** Skips people who have a notification of the comment: `notified` for any, `unread` for an unread one. */
  readonly unless?: 'notified' | 'unread';
}

interface Recipient {
  user_id: string;
  kind: NotificationKind;
  channel: 'mail' | 'app';
}

/** SQL for the channel by which a user `u` is notified of a `kind`. The default replaces unknown values. */
const channelOf = sql`(
  case when u.preferences #>> array['notifications', k.kind] in ('mail', 'app', 'off')
    then u.preferences #>> array['notifications', k.kind] else k.channel end)`;

/**
 * Notifies candidates of a comment or proposals, in the transaction of the event. Skips the actor, and people
 * who do not see the project, have muted the thread, or have turned off such notifications.
 */
export async function notify(
  tx: Db,
  project: Pick<ProjectRow, 'id' | 'organization_id'>,
  { commentId, threadId, actorId, now, unless }: NotifiedEvent,
  candidates: readonly Candidates[],
): Promise<void> {
  const { rows: recipients } = await sql<Recipient>`
    with candidate (user_id, kind) as (${sql.join(candidates, sql` union all `)})
    select distinct on (c.user_id) c.user_id, k.kind, ${channelOf} as channel
    from candidate c
    join unnest(${KINDS}::text[], ${KINDS.map((kind) => DEFAULT_CHANNELS[kind])}::text[])
      with ordinality k(kind, channel, rank) on k.kind = c.kind
    join app_user u on u.id = c.user_id and u.deactivated_at is null
    where c.user_id <> ${actorId}::uuid and ${channelOf} <> 'off'
      and ${seesProject(sql`c.user_id`, project)}
      and not exists (
        select from comment_mute m
        where m.project_id = ${project.id}::uuid and m.thread_id = ${threadId}::uuid
          and m.user_id = c.user_id)
      and not (${unless !== undefined} and exists (
        select from notification n
        where n.comment_id = ${commentId}::uuid and n.user_id = c.user_id
          and (${unless === 'notified'} or n.read_at is null)))
    order by c.user_id, k.rank`.execute(tx);
  if (recipients.length === 0) return;
  await sql`
    insert into notification
      (user_id, id, kind, organization_id, project_id, thread_id, comment_id, created_at, awaits_mail)
    select r.user_id, r.id, r.kind::notification_kind, ${project.organization_id}::uuid,
           ${project.id}::uuid, ${threadId}::uuid, ${commentId}::uuid, ${now}::timestamptz, r.awaits_mail
    from unnest(${recipients.map((recipient) => recipient.user_id)}::uuid[], ${recipients.map(() => newId())}::uuid[],
                ${recipients.map(({ kind }) => kind)}::text[],
                ${recipients.map(({ channel }) => channel === 'mail')}::boolean[])
      r(user_id, id, kind, awaits_mail)`.execute(tx);
  await noteInboxes(tx, recipients, now);
}

/** Stores a new event in each recipient's inbox. Writes in the order of user ids, which avoids deadlocks. */
async function noteInboxes(tx: Db, recipients: readonly Recipient[], now: Date): Promise<void> {
  await sql`
    insert into inbox as i (user_id, event_id, digest_due_at)
    select r.user_id, ${newId()}::uuid,
           case when r.awaits_mail
             then ${now}::timestamptz + make_interval(secs => ${DIGEST_DELAY_SECONDS}) end
    from unnest(${recipients.map((recipient) => recipient.user_id)}::uuid[],
                ${recipients.map(({ channel }) => channel === 'mail')}::boolean[])
      r(user_id, awaits_mail)
    order by r.user_id
    on conflict (user_id) do update set
      event_id = excluded.event_id,
      digest_due_at = case
        when excluded.digest_due_at is null then i.digest_due_at
        else least(i.digest_due_at, greatest(
          excluded.digest_due_at,
          i.digest_at + make_interval(secs => ${DIGEST_INTERVAL_SECONDS}))) end`.execute(tx);
}
