import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';

/**
 * Makes the event streams recount the unread notifications of everyone with an unread notification
 * of a comment or a group of proposals, because the inbox may no longer show the notification.
 * Locks in the order of user ids, which avoids deadlocks.
 */
export async function renewInboxes(tx: Db, commentIds: readonly string[]): Promise<void> {
  if (commentIds.length === 0) return;
  await sql`
    with held as (
      select user_id from inbox
      where user_id in (
        select user_id from notification
        where comment_id = any(${[...commentIds]}::uuid[]) and read_at is null)
      order by user_id for no key update
    )
    update inbox i set event_id = ${newId()}::uuid from held where i.user_id = held.user_id`.execute(
    tx,
  );
}
