import type { Db } from '../../../db/client.ts';
import { USER, type UserRow } from './user.store.ts';

/** A user, with fields that only the user may see. */
export interface ProfileRow extends UserRow {
  preferences: Record<string, unknown>;
}

const COLUMNS = [...USER.columns, 'preferences'] as const;

const selectProfile = (db: Db, userId: string) =>
  db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(COLUMNS)
    .$castTo<ProfileRow>();

export async function findProfile(db: Db, userId: string): Promise<ProfileRow | null> {
  return (await selectProfile(db, userId).executeTakeFirst()) ?? null;
}

export async function lockProfile(tx: Db, userId: string): Promise<ProfileRow | null> {
  return (await selectProfile(tx, userId).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

export async function updateProfileRow(
  tx: Db,
  userId: string,
  change: { name: string; preferences: string },
): Promise<ProfileRow> {
  return tx
    .updateTable('app_user')
    .set(change)
    .where('id', '=', userId)
    .returning(COLUMNS)
    .$castTo<ProfileRow>()
    .executeTakeFirstOrThrow();
}
