import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';

export interface AccountRow {
  id: string;
  email: string;
  name: string;
  created_at: Date;
  email_verified_at: Date | null;
  deactivated_at: Date | null;
  /**
   * The organizations of the user as `slug:role`, separated by commas. Includes archived organizations, marked as such,
   * only for deactivated users, because these organizations can be restored.
   */
  memberships: string;
}

/** Lists the accounts by id. Includes deactivated accounts, but not accounts whose personal data was erased. */
export async function listAccounts(
  db: Db,
  after: string | null,
  limit: number,
): Promise<AccountRow[]> {
  const memberships = sql<string>`(
    select coalesce(string_agg(
      o.slug || ':' || m.role || case when o.archived_at is null then '' else ' (archived)' end, ', ' order by m.joined_at, o.id), '')
    from membership m join organization o on o.id = m.organization_id
    where m.user_id = u.id and (o.archived_at is null or u.deactivated_at is not null)
  )`.as('memberships');
  let query = db
    .selectFrom('app_user as u')
    .where('u.email', '<>', '')
    .select(['u.id', 'u.email', 'u.name', 'u.created_at', 'u.email_verified_at'])
    .select(['u.deactivated_at', memberships]);
  if (after !== null) query = query.where('u.id', '>', after);
  return query.orderBy('u.id').limit(limit).execute();
}
