import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { type RowOf, recordOf } from '../../kernel/index.ts';

export const USER = recordOf(
  'app_user',
  { id: 'id', email: 'email', name: 'name', createdAt: 'created_at' },
  ['password_hash', 'email_verified_at'],
);
export type UserRow = RowOf<typeof USER>;

export const foldEmail = (email: string): string => email.toLowerCase();

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('app_user')
    .where('email_folded', '=', foldEmail(email))
    .where('deactivated_at', 'is', null)
    .select(USER.columns)
    .executeTakeFirst();
  return row ?? null;
}

/** True if an account with this address was deactivated. An erased account has no address. */
export async function hasDeactivatedUser(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .where('email_folded', '=', foldEmail(email))
    .where('deactivated_at', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the account that was deactivated last with an address. Null if there is none. */
export async function lockDeactivatedUser(
  tx: Db,
  email: string,
): Promise<(UserRow & { deactivated_at: Date }) | null> {
  const row = await tx
    .selectFrom('app_user')
    .where('email_folded', '=', foldEmail(email))
    .where('deactivated_at', 'is not', null)
    .select([...USER.columns, 'deactivated_at'])
    .orderBy('deactivated_at', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { ...row, deactivated_at: row.deactivated_at! } : null;
}

export async function findUserById(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(USER.columns)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the table of users until the transaction ends, so that no other account can be created. */
export async function lockUsers(tx: Db): Promise<void> {
  await sql`lock table app_user in share row exclusive mode`.execute(tx);
}

/** True if the service has any account, including deactivated accounts. */
export async function hasAnyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts an unverified user. Returns null if an active account has the address. */
export async function insertUser(
  db: Db,
  user: { email: string; name: string; passwordHash: string; now: Date },
): Promise<string | null> {
  const id = newId();
  const row = await db
    .insertInto('app_user')
    .values({
      id,
      email: user.email,
      email_folded: foldEmail(user.email),
      name: user.name,
      password_hash: user.passwordHash,
      created_at: user.now,
    })
    .onConflict((oc) => oc.column('email_folded').where('deactivated_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? row.id : null;
}

export async function lockUser(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(USER.columns)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Replaces the name and password of an unverified account. Returns null if the account is verified.
 */
export async function replaceUnverifiedUser(
  db: Db,
  user: { email: string; name: string; passwordHash: string },
): Promise<string | null> {
  const row = await db
    .updateTable('app_user')
    .set({ email: user.email, name: user.name, password_hash: user.passwordHash })
    .where('email_folded', '=', foldEmail(user.email))
    .where('deactivated_at', 'is', null)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row ? row.id : null;
}

export async function markEmailVerified(db: Db, userId: string, now: Date): Promise<UserRow> {
  return await db
    .updateTable('app_user')
    .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)) }))
    .where('id', '=', userId)
    .returning(USER.columns)
    .executeTakeFirstOrThrow();
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}

/**
 * Replaces the address of a user. The caller must hold the row lock of the user.
 * @throws the database's unique violation if an active account has the address
 */
export async function setEmail(tx: Db, userId: string, email: string, now: Date): Promise<UserRow> {
  return await tx
    .updateTable('app_user')
    .set({ email, email_folded: foldEmail(email), email_verified_at: now })
    .where('id', '=', userId)
    .returning(USER.columns)
    .executeTakeFirstOrThrow();
}

/**
 * Marks a user as deactivated, and frees the address for other accounts. The caller must hold the
 * row lock of the user.
 */
export async function deactivateUserRow(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.updateTable('app_user').set({ deactivated_at: now }).where('id', '=', userId).execute();
}

/** Ends the deactivation of a user. The caller must hold the row lock of the user. */
export async function reactivateUserRow(tx: Db, userId: string): Promise<void> {
  await tx.updateTable('app_user').set({ deactivated_at: null }).where('id', '=', userId).execute();
}
