import type { Db } from '../../db/client.ts';
import type { MailTokenPurpose } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';

/** A token to be minted and mailed by a task; its earlier ones for the same purpose are void. */
export async function insertMailToken(
  db: Db,
  token: { userId: string; purpose: MailTokenPurpose; now: Date },
): Promise<string> {
  await db
    .updateTable('mail_token')
    .set({ voided_at: token.now })
    .where('user_id', '=', token.userId)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
  const id = newId();
  await db
    .insertInto('mail_token')
    .values({ id, user_id: token.userId, purpose: token.purpose, created_at: token.now })
    .execute();
  return id;
}

export interface PendingMailToken {
  purpose: MailTokenPurpose;
  email: string;
  name: string;
}

/** Gives an unused token row its hash and expiry; null where it was voided meanwhile. */
export async function armMailToken(
  db: Db,
  token: { id: string; tokenHash: Buffer; expiresAt: (purpose: MailTokenPurpose) => Date },
): Promise<PendingMailToken | null> {
  const row = await db
    .selectFrom('mail_token as t')
    .innerJoin('app_user as u', 'u.id', 't.user_id')
    .where('t.id', '=', token.id)
    .where('t.used_at', 'is', null)
    .where('t.voided_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .select(['t.purpose', 'u.email', 'u.name'])
    .forUpdate('t')
    .executeTakeFirst();
  if (!row) return null;
  await db
    .updateTable('mail_token')
    .set({ token_hash: token.tokenHash, expires_at: token.expiresAt(row.purpose) })
    .where('id', '=', token.id)
    .execute();
  return row;
}

/** Uses a token up; null where it is unknown, used, void or expired. */
export async function useMailToken(
  db: Db,
  token: { tokenHash: Buffer; purpose: MailTokenPurpose; now: Date },
): Promise<{ userId: string } | null> {
  const row = await db
    .updateTable('mail_token')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', token.now)
    .returning('user_id')
    .executeTakeFirst();
  return row ? { userId: row.user_id } : null;
}
