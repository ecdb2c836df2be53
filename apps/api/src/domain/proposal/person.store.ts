import type { Db } from '../../db/client.ts';
import type { Principal } from '../principal.ts';

/**
 * Returns the id of the person who makes a request: the id of the user, also with a personal API
 * key, or the id of an API key of the organization.
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
