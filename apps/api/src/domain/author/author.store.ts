import type { Scope } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { grantsOfMembership } from '../grant/grant.store.ts';
import { projectIdsFor, scopesAnywhere } from '../grant/membership-with-grants.ts';
import type { Actor, Principal } from '../principal.ts';
import type { OwnerRef } from '../tenant.ts';

/**
 * Returns the author of earlier work as the caller of a request would be now. Null if the person is no longer an active member,
 * or if the API key was revoked. An API key that has expired since still counts.
 */
export const findAuthor = (
  db: Db,
  organizationId: OwnerRef,
  actor: Actor,
): Promise<Principal | null> =>
  actor.type === 'user'
    ? findUser(db, organizationId, actor.id)
    : findApiKey(db, organizationId, actor.id);

async function findUser(
  db: Db,
  organizationId: OwnerRef,
  userId: string,
): Promise<Principal | null> {
  const row = await db
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', userId)
    .where('u.deactivated_at', 'is', null)
    .where('o.archived_at', 'is', null)
    .select(['u.name', 'm.role', 'm.locale_tags'])
    .select(grantsOfMembership.as('grants'))
    .executeTakeFirst();
  if (!row) return null;
  const membership = { role: row.role, locales: row.locale_tags, grants: row.grants ?? [] };
  return {
    ...{ type: 'user', id: userId, name: row.name, organizationId, sessionId: '' },
    ...membership,
    scopes: scopesAnywhere(membership),
    projectIds: projectIdsFor(membership),
  };
}

async function findApiKey(
  db: Db,
  organizationId: OwnerRef,
  apiKeyId: string,
): Promise<Principal | null> {
  const row = await db
    .selectFrom('api_key as k')
    .innerJoin('organization as o', 'o.id', 'k.organization_id')
    .leftJoin('app_user as u', 'u.id', 'k.user_id')
    .leftJoin('membership as m', (join) =>
      join
        .onRef('m.organization_id', '=', 'k.organization_id')
        .onRef('m.user_id', '=', 'k.user_id'),
    )
    .where('k.organization_id', '=', organizationId)
    .where('k.id', '=', apiKeyId)
    .where('k.revoked_at', 'is', null)
    .where('o.archived_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .select(['k.name', 'k.scopes', 'k.project_ids', 'k.user_id', 'm.role', 'm.locale_tags'])
    .select(grantsOfMembership.as('grants'))
    .executeTakeFirst();
  if (!row || (row.user_id !== null && row.role === null)) return null;
  const { role, locale_tags: locales } = row;
  const grants = row.grants ?? [];
  const membership = role && { role, locales, grants };
  const scopes = row.scopes as Scope[];
  const allowed = membership && scopesAnywhere(membership);
  return {
    ...{ type: 'api_key', id: apiKeyId, name: row.name, organizationId, membership },
    grants: membership ? grants : [],
    scopes: allowed ? scopes.filter((scope) => allowed.includes(scope)) : scopes,
    projectIds: membership ? projectIdsFor(membership, row.project_ids) : row.project_ids,
  };
}
