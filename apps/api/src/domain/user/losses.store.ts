import { type AccountLoss, LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isMadeBy } from '../organization/member.store.ts';
import type { OwnerRef } from '../tenant.ts';

interface Leaving {
  readonly userId: string;
  readonly organizationIds: readonly OwnerRef[];
}

/** SQL condition that the row of `organization` has no member but the user, or is the user's personal one. */
export const endsWith = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  organization.personal_user_id is not distinct from ${userId}::uuid or not exists (
    select from membership m
    where m.organization_id = organization.id and m.user_id <> ${userId}::uuid))`;

/**
 * Lists what other people or programs may still use and would lose with the account of a user: organizations that end
 * with it and have projects, and organizations that stay and would lose keys that the user has made for programs.
 */
export async function listLosses(db: Db, { userId, organizationIds }: Leaving) {
  const { rows } = await sql<AccountLoss>`
    select found.* from (
      select id as "organizationId", slug, name, ${endsWith(userId)} as ends,
        array(
          select p.name from project p
          where p.organization_id = organization.id and p.archived_at is null
            and ${endsWith(userId)}
          order by p.name limit ${LIMITS.lossesListed}) as projects,
        array(
          select api_key.name from api_key
          where api_key.organization_id = organization.id and api_key.revoked_at is null
            and (${endsWith(userId)} or (api_key.user_id is null and ${isMadeBy(userId)}))
          order by api_key.name limit ${LIMITS.lossesListed}) as "apiKeys"
      from organization
      where id = any(${[...organizationIds]}::uuid[])
    ) found
    where case when ends then projects <> '{}' else "apiKeys" <> '{}' end
    order by name limit ${LIMITS.lossesListed}`.execute(db);
  return rows;
}
