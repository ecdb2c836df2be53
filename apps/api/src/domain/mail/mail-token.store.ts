import type { Db } from '../../db/client.ts';
import type { MailTokenPurpose } from '../../db/schema.generated.ts';
import { newId } from '../../db/uuid.ts';

/** A token that is about to be mailed; the user's earlier ones for the same purpose are void. */
export async function insertMailToken(
  db: Db,
  token: {
    userId: string;
    purpose: MailTokenPurpose;
    tokenHash: Buffer;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await voidMailTokens(db, { ...token, purposes: [token.purpose] });
  await db
    .insertInto('mail_token')
    .values({
      id: newId(),
      user_id: token.userId,
      purpose: token.purpose,
      token_hash: token.tokenHash,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Ends the user's unused tokens for these purposes. */
export async function voidMailTokens(
  db: Db,
  tokens: { userId: string; purposes: readonly MailTokenPurpose[]; now: Date },
): Promise<void> {
  await db
    .updateTable('mail_token')
    .set({ voided_at: tokens.now })
    .where('user_id', '=', tokens.userId)
    .where('purpose', 'in', tokens.purposes)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

export interface PresentedMailToken {
  tokenHash: Buffer;
  purpose: MailTokenPurpose;
  now: Date;
}

/** Whose token it is; null where it is unknown, used, void or expired. */
export async function findMailTokenUser(db: Db, token: PresentedMailToken): Promise<string | null> {
  const row = await db
    .selectFrom('mail_token')
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', token.now)
    .select('user_id')
    .executeTakeFirst();
  return row ? row.user_id : null;
}

/** Uses a token up; false where it is unknown, used, void or expired. */
export async function useMailToken(db: Db, token: PresentedMailToken): Promise<boolean> {
  const row = await db
    .updateTable('mail_token')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', token.now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
