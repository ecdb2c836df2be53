import type { Db } from '../../../db/client.ts';
import type { Principal } from '../../kernel/index.ts';

/**
 * Returns the id of the person who makes a request. For a session or a personal API key, this is
 * the id of the user. For an API key of the organization, it is the id of the key.
 */
export async function findPersonId(db: Db, principal: Principal): Promise<string> {
  if (principal.type === 'user' || principal.membership === null) return principal.id;
  const row = await db
    .selectFrom('api_key')
    .where('organization_id', '=', principal.organizationId)
    .where('id', '=', principal.id)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id ?? principal.id;
}
