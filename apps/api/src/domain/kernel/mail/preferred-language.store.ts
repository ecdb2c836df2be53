import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export async function findPreferredLanguage(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .select(sql<string | null>`preferences ->> 'language'`.as('language'))
    .executeTakeFirst();
  return row?.language ?? null;
}
