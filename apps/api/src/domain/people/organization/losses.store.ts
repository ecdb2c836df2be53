import { type AccountLoss, LIMITS } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { OwnerRef } from '../../kernel/index.ts';
import { isMadeBy } from './member.store.ts';

interface Leaving {
  readonly userId: string;
  readonly organizationIds: readonly OwnerRef[];
}

/**
 * SQL condition that the row of `organization` has no other member than the user, or is the user's
 * personal organization.
 */
export const endsWith = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  organization.personal_user_id is not distinct from ${userId}::uuid or not exists (
    select from membership m
    where m.organization_id = organization.id and m.user_id <> ${userId}::uuid))`;

/**
 * Lists what other people or programs would lose with the account of a user: organizations that end
 * with the account and have projects or other members, with their API keys for programs; and API
 * keys for programs that the user has created in organizations that stay.
 */
export async function listLosses(db: Db, { userId, organizationIds }: Leaving) {
  const named = sql`limit ${LIMITS.lossesListed}`;
  const projects = sql`
    from project p
    where ends and p.organization_id = organization.id and p.archived_at is null`;
  const keys = sql`
    from api_key
    where api_key.organization_id = organization.id and api_key.revoked_at is null
      and api_key.user_id is null and (ends or ${isMadeBy(userId)})`;
  const { rows } = await sql<AccountLoss>`
    select id as "organizationId", slug, name, ends, "projectCount", "apiKeyCount",
      array(select named.text from (
        select case when count(*) over (partition by p.name) > 1
          then p.name || ' (' || p.slug || ')' else p.name end as text ${projects}
      ) named order by named.text ${named}) as projects,
      array(select api_key.name ${keys} order by api_key.name ${named}) as "apiKeys"
    from organization
    cross join lateral (
      select ${endsWith(userId)} as ends, exists (
        select from membership m
        where m.organization_id = organization.id and m.user_id <> ${userId}::uuid) as "hasOthers"
    ) whether
    cross join lateral (
      select (select count(*)::int ${projects}) as "projectCount",
        (select count(*)::int ${keys}) as "apiKeyCount") counted
    where id = any(${[...organizationIds]}::uuid[])
      and case when ends then "projectCount" > 0 or "hasOthers" else "apiKeyCount" > 0 end
    order by name ${named}`.execute(db);
  return rows;
}
