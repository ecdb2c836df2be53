import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { OwnerRef } from '../../kernel/index.ts';
import { foldEmail } from './user.store.ts';

export interface Traces {
  readonly userId: string;
  /** Ids of the organizations of which the person is or was a member. */
  readonly organizationIds: readonly OwnerRef[];
  readonly keyIds: readonly string[];
  /**
   * Ids under which actions of the person are recorded: the ids of the person, of personal API keys
   * and of translation jobs.
   */
  readonly actorIds: readonly string[];
}

/** Returns the ids that identify the data of a person. */
export async function findTraces(db: Db, userId: string): Promise<Traces> {
  const { rows } = await sql<{ organizations: OwnerRef[]; keys: string[]; jobs: string[] }>`
    with organizations as materialized (
      select organization_id from membership where user_id = ${userId}::uuid
      union
      select organization_id from former_membership where user_id = ${userId}::uuid
      union
      select organization_id from audit_log where actor_id = ${userId}::uuid
    ), keys as materialized (
      select id from api_key
      where organization_id in (select * from organizations) and user_id = ${userId}::uuid
    )
    select
      array(select organization_id from organizations order by 1) as organizations,
      array(select id from keys) as keys,
      array(
        select id from translation_job
        where organization_id in (select * from organizations)
          and (created_by_id = ${userId}::uuid or created_by_id in (select id from keys))
      ) as jobs`.execute(db);
  const { organizations, keys, jobs } = rows[0]!;
  const actorIds = [userId, ...keys, ...jobs];
  return { userId, organizationIds: organizations, keyIds: keys, actorIds };
}

/**
 * Lists the current and former addresses of a person in lower case: confirmed addresses, and
 * addresses that accepted an invitation. Omits addresses that now belong to another account.
 */
export async function listAddresses(
  db: Db,
  { userId, organizationIds }: Traces,
  email: string,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    with earlier as (
      select lower(details ->> 'email') as address from audit_log
      where ${isAboutMembers(organizationIds)} and target_type = 'user' and target_id = ${userId}
      union
      select lower(email) from mail_token
      where user_id = ${userId}::uuid and purpose = 'change_email' and used_at is not null
    )
    select address from earlier
    where address is not null and not exists (
      select from app_user
      where email_folded = address and deactivated_at is null and id <> ${userId}::uuid
    )`.execute(db);
  return [...new Set([foldEmail(email), ...rows.map(({ address }) => address)])];
}

/**
 * SQL condition for audit entries about members of these organizations. PostgreSQL uses the index
 * only if the expression is written exactly as in the index.
 */
export const isAboutMembers = (organizationIds: readonly OwnerRef[]) => sql<boolean>`(
  organization_id = any(${[...organizationIds]}::uuid[]) and split_part(action, '.', 1) = 'member'
)`;
