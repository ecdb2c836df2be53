import type { Role, Scope } from '@parlance/contracts';
import { SCOPES_OF_ROLE } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { ApiKeyPrincipal, Membership, UserPrincipal } from '../principal.ts';

export interface SessionAccess extends Membership {
  id: string;
  organization_id: string;
}

/**
 * Returns the active sessions, with the current role of the user in the organization of the event
 * stream.
 */
export async function findSessionAccess(
  db: Db,
  principals: readonly UserPrincipal[],
  now: Date,
): Promise<SessionAccess[]> {
  const { rows } = await sql<SessionAccess>`
    select s.id, m.organization_id, m.role, m.locale_tags as locales
    from unnest(${principals.map(({ sessionId }) => sessionId)}::uuid[],
                ${principals.map(({ organizationId }) => organizationId)}::uuid[]) w(id, organization_id)
    join session s on s.id = w.id and s.expires_at > ${now}::timestamptz
    join app_user u on u.id = s.user_id and u.deactivated_at is null
    join organization o on o.id = w.organization_id and o.archived_at is null
    join membership m on m.organization_id = o.id and m.user_id = s.user_id`.execute(db);
  return rows;
}

export interface KeyAccess {
  id: string;
  scopes: readonly Scope[];
  project_ids: string[] | null;
}

/**
 * Returns the active API keys with their current scopes and projects. A personal key has only
 * scopes that its user's role has.
 */
export async function findKeyAccess(
  db: Db,
  principals: readonly ApiKeyPrincipal[],
  now: Date,
): Promise<KeyAccess[]> {
  const { rows } = await sql<KeyAccess & { role: Role | null }>`
    select k.id, k.scopes, k.project_ids, m.role
    from unnest(${principals.map(({ organizationId }) => organizationId)}::uuid[],
                ${principals.map(({ id }) => id)}::uuid[]) w(organization_id, id)
    join api_key k on k.organization_id = w.organization_id and k.id = w.id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now}::timestamptz)
    join organization o on o.id = k.organization_id and o.archived_at is null
    left join membership m on m.organization_id = k.organization_id and m.user_id = k.user_id
    where k.user_id is null or m.role is not null`.execute(db);
  return rows.map(({ role, ...key }) => ({
    ...key,
    scopes: role ? key.scopes.filter((scope) => SCOPES_OF_ROLE[role].includes(scope)) : key.scopes,
  }));
}
