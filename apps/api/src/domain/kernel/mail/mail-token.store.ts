import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import type { MailTokenPurpose } from '../../../db/schema.generated.ts';

const HOUR_MS = 60 * 60_000;

/** Number of hours for which a link in a mail is valid, by its purpose. */
export const LIFETIME_HOURS: Readonly<Record<MailTokenPurpose, number>> = {
  verify_email: 24,
  reset_password: 1,
  change_email: 24,
};

const expiryOf = (purpose: MailTokenPurpose, now: Date): Date =>
  new Date(now.getTime() + LIFETIME_HOURS[purpose] * HOUR_MS);

export const ALL_PURPOSES: readonly MailTokenPurpose[] = [
  'verify_email',
  'reset_password',
  'change_email',
];

/** Stores the hash of a token for a mail. Earlier tokens of the user for the same purpose become invalid. */
export async function insertMailToken(
  db: Db,
  token: {
    userId: string;
    purpose: MailTokenPurpose;
    tokenHash: Buffer;
    now: Date;
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
      expires_at: expiryOf(token.purpose, token.now),
    })
    .execute();
}

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

/**
 * Finds the user of a token, with the new address that the token confirms. Returns null if the
 * token is unknown or no longer valid.
 */
export async function findMailToken(
  db: Db,
  token: PresentedMailToken,
): Promise<{ userId: string; email: string | null } | null> {
  const row = await db
    .selectFrom('mail_token')
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', token.now)
    .select(['user_id', 'email'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, email: row.email } : null;
}

/** Marks a token as used. Returns false if the token is unknown or no longer valid. */
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

/**
 * Records that a user wants to change the account's address. Earlier requests of the user become
 * invalid.
 */
export async function requestEmailToken(
  tx: Db,
  request: { userId: string; email: string; now: Date },
): Promise<string> {
  await voidMailTokens(tx, { ...request, purposes: ['change_email'] });
  const id = newId();
  await tx
    .insertInto('mail_token')
    .values({
      id,
      user_id: request.userId,
      purpose: 'change_email',
      email: request.email,
      created_at: request.now,
    })
    .execute();
  return id;
}

/**
 * Returns the user and the new address of a request to change an address. Returns null if the
 * request is no longer valid.
 */
export async function findRequestedEmail(
  db: Db,
  mailTokenId: string,
): Promise<{ userId: string; email: string } | null> {
  const row = await db
    .selectFrom('mail_token')
    .where('id', '=', mailTokenId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .select(['user_id', 'email'])
    .executeTakeFirst();
  return row && row.email !== null ? { userId: row.user_id, email: row.email } : null;
}

/**
 * Stores the hash of a token for a request to change an address. Earlier tokens of the request
 * become invalid.
 */
export async function storeTokenOfRequest(
  db: Db,
  token: { mailTokenId: string; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('mail_token')
    .set({ token_hash: token.tokenHash, expires_at: expiryOf('change_email', token.now) })
    .where('id', '=', token.mailTokenId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
