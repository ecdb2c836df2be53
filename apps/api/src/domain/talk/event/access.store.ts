import type { Role, Scope } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import type { ApiKeyPrincipal, Grant, UserPrincipal } from '../../kernel/index.ts';
import { grantsOfMembership, type MembershipWithGrants } from '../../project/index.ts';

export interface SessionAccess extends MembershipWithGrants {
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
  const { rows } = await sql<Omit<SessionAccess, 'grants'> & { grants: Grant[] | null }>`
    select s.id, m.organization_id, m.role, m.locale_tags as locales, ${grantsOfMembership} as grants
    from unnest(${principals.map(({ sessionId }) => sessionId)}::uuid[],
                ${principals.map(({ organizationId }) => organizationId)}::uuid[]) w(id, organization_id)
    join session s on s.id = w.id and s.expires_at > ${now}::timestamptz
    join app_user u on u.id = s.user_id and u.deactivated_at is null
    join organization o on o.id = w.organization_id and o.archived_at is null
    join membership m on m.organization_id = o.id and m.user_id = s.user_id`.execute(db);
  return rows.map(({ grants, ...access }) => ({ ...access, grants: grants ?? [] }));
}

export interface KeyAccess {
  id: string;
  scopes: readonly Scope[];
  project_ids: string[] | null;
  /** Membership of the user of a personal key. Null for a key of the organization. */
  membership: MembershipWithGrants | null;
}

interface KeyAccessRow extends Omit<KeyAccess, 'membership'> {
  role: Role | null;
  locales: string[] | null;
  grants: Grant[] | null;
}

/** Returns the active API keys, and for each personal key the current membership of its user. */
export async function findKeyAccess(
  db: Db,
  principals: readonly ApiKeyPrincipal[],
  now: Date,
): Promise<KeyAccess[]> {
  const { rows } = await sql<KeyAccessRow>`
    select k.id, k.scopes, k.project_ids, m.role, m.locale_tags as locales, ${grantsOfMembership} as grants
    from unnest(${principals.map(({ organizationId }) => organizationId)}::uuid[],
                ${principals.map(({ id }) => id)}::uuid[]) w(organization_id, id)
    join api_key k on k.organization_id = w.organization_id and k.id = w.id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now}::timestamptz)
    join organization o on o.id = k.organization_id and o.archived_at is null
    left join membership m on m.organization_id = k.organization_id and m.user_id = k.user_id
    where k.user_id is null or m.role is not null`.execute(db);
  return rows.map(({ role, locales, grants, ...key }) => ({
    ...key,
    membership: role && { role, locales, grants: grants ?? [] },
  }));
}
