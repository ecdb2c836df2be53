import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Returns the language in the preferences of an active user. */
export async function findPreferredLanguage(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(sql<string | null>`preferences ->> 'language'`.as('language'))
    .executeTakeFirst();
  return row?.language ?? null;
}
