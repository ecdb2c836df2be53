import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/ids/uuid.ts';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  password_hash: string;
  email_verified_at: Date | null;
  created_at: Date;
}

export const USER_COLUMNS = [
  'id',
  'email',
  'name',
  'password_hash',
  'email_verified_at',
  'created_at',
] as const;

/** Returns an address in the form for comparison, which ignores case. */
export const foldEmail = (email: string): string => email.toLowerCase();

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('app_user')
    .where('email_folded', '=', foldEmail(email))
    .where('deactivated_at', 'is', null)
    .select(USER_COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

export async function findUserById(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(USER_COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

/** Prevents the creation of other accounts until the transaction ends. */
export async function lockUsers(tx: Db): Promise<void> {
  await sql`lock table app_user in share row exclusive mode`.execute(tx);
}

/** True if there is an account in any state. */
export async function hasAnyUser(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Inserts an unverified user. Returns null if an active account has the address already. */
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

/** Returns the active user, locked until the transaction ends. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | null> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(USER_COLUMNS)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Gives an unverified account a new name and password. Returns null if it is verified. */
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

/** Verifies the address of a user that the caller has locked. */
export async function markEmailVerified(db: Db, userId: string, now: Date): Promise<UserRow> {
  return await db
    .updateTable('app_user')
    .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)) }))
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}

/** Gives a locked user another, confirmed address. @throws a unique violation if an active account has it */
export async function setEmail(tx: Db, userId: string, email: string, now: Date): Promise<UserRow> {
  return await tx
    .updateTable('app_user')
    .set({ email, email_folded: foldEmail(email), email_verified_at: now })
    .where('id', '=', userId)
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Ends the account of a locked user and frees its address. */
export async function deactivateUserRow(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.updateTable('app_user').set({ deactivated_at: now }).where('id', '=', userId).execute();
}
