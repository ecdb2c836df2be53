import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';

/** SQL condition: at least one digest is due. */
export const isAnyDigestDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from inbox where digest_due_at <= ${now}::timestamptz)`;

/**
 * Locks the inboxes whose digest is due, so that no other process takes them. The inbox that has waited longest comes
 * first.
 * @returns the ids of their users
 */
export async function lockDueInboxes(tx: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from inbox where digest_due_at <= ${now}::timestamptz
    order by digest_due_at, user_id limit ${limit}
    for no key update skip locked`.execute(tx);
  return rows.map((row) => row.user_id);
}

/**
 * Assigns a person's unread notifications that wait for a mail to a digest. No digest of the inbox
 * is due afterwards. Returns the organization of one of these notifications. Null if there is none.
 */
export async function takeIntoDigest(
  tx: Db,
  { userId, digestId, now }: { userId: string; digestId: string; now: Date },
): Promise<{ organizationId: string | null }> {
  const { rows } = await sql<{ organizationId: string | null }>`
    with taken as (
      update notification set awaits_mail = false, digest_id = ${digestId}::uuid
      where user_id = ${userId}::uuid and awaits_mail and read_at is null
      returning organization_id
    ), counted as (select count(*) as count from taken)
    update inbox i
    set digest_due_at = null,
        digest_at = case when counted.count > 0 then ${now}::timestamptz else i.digest_at end
    from counted where i.user_id = ${userId}::uuid
    returning (select organization_id from taken limit 1) as "organizationId"`.execute(tx);
  return rows[0]!;
}

/**
 * Records that a person gets a reminder of open questions. Returns false if the last reminder was
 * sent after `before`.
 */
export async function noteReminder(
  tx: Db,
  userId: string,
  { now, before }: { now: Date; before: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into inbox as i (user_id, event_id, reminded_at)
    values (${userId}::uuid, ${newId()}::uuid, ${now}::timestamptz)
    on conflict (user_id) do update set reminded_at = excluded.reminded_at
    where i.reminded_at is null or i.reminded_at <= ${before}::timestamptz
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** Returns the secret that signs the links in a person's mails. Null if the person has no inbox. */
export async function findUnsubscribeSecret(db: Db, userId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('inbox')
    .where('user_id', '=', userId)
    .select('unsubscribe_secret')
    .executeTakeFirst();
  return row?.unsubscribe_secret ?? null;
}

/** Returns the preferences of an active user. Null if there is no such user. */
export const findPreferences = (db: Db, userId: string): Promise<unknown> =>
  selectPreferences(db, userId, sql``);

/** Reads the preferences of an active user, and locks them until the transaction ends. */
export const lockPreferences = (tx: Db, userId: string): Promise<Record<string, unknown> | null> =>
  selectPreferences(tx, userId, sql`for no key update`);

async function selectPreferences(
  db: Db,
  userId: string,
  lock: RawBuilder<unknown>,
): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{ preferences: Record<string, unknown> }>`
    select preferences from app_user
    where id = ${userId}::uuid and deactivated_at is null ${lock}`.execute(db);
  return rows[0]?.preferences ?? null;
}

export async function storePreferences(
  tx: Db,
  userId: string,
  preferences: unknown,
): Promise<void> {
  await sql`
    update app_user set preferences = ${JSON.stringify(preferences)}::jsonb
    where id = ${userId}::uuid`.execute(tx);
}
