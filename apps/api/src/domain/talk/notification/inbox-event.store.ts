import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

/** Returns the id of the last event of each inbox, by user id. */
export async function readInboxEvents(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_id: string; event_id: string }>`
    select i.user_id, i.event_id from inbox i where i.user_id = any(${[...userIds]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.user_id, row.event_id]));
}
