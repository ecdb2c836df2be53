import type { Db } from '../../../db/client.ts';
import { fail } from '../../../errors.ts';
import type { Principal } from '../../kernel/index.ts';

/** A person who writes comments. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the user of a session or of a personal API key.
 * @throws `person_required` for an API key of the organization
 */
export async function getAuthor(db: Db, principal: Principal): Promise<Author> {
  if (principal.type === 'user') return { id: principal.id, name: principal.name };
  const row =
    principal.membership &&
    (await db
      .selectFrom('api_key as k')
      .innerJoin('app_user as u', 'u.id', 'k.user_id')
      .where('k.organization_id', '=', principal.organizationId)
      .where('k.id', '=', principal.id)
      .select(['u.id', 'u.name'])
      .executeTakeFirst());
  return row ?? fail('person_required', 'An API key of an organization writes no comments.');
}
