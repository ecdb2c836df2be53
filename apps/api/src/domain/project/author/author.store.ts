import type { Scope } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import type { Actor, OwnerRef, Principal } from '../../kernel/index.ts';
import { grantsOfMembership } from '../grant/grant.store.ts';
import { principalOfKey, principalOfUser } from '../grant/principal-of.ts';

/**
 * Returns the author of earlier work as a caller with the author's current rights. Null if the person is no longer an
 * active member, or if the API key was revoked. An API key that has expired since then is still accepted.
 */
export const findAuthor = (
  db: Db,
  organizationId: OwnerRef,
  actor: Actor,
): Promise<Principal | null> =>
  actor.type === 'user'
    ? findUser(db, organizationId, actor.id)
    : findApiKey(db, organizationId, actor.id);

/**
 * Locks the rows that give an author its rights until the transaction ends. If these rights have
 * changed since the transaction's snapshot was taken, the transaction fails with a serialization
 * failure (PostgreSQL's documentation, section 13.2.2).
 */
export async function lockAuthor(tx: Db, organizationId: OwnerRef, actor: Actor): Promise<void> {
  const userId = actor.type === 'user' ? actor.id : await lockApiKey(tx, organizationId, actor.id);
  if (userId === null) return;
  for (const table of ['membership', 'project_grant'] as const) {
    await tx
      .selectFrom(table)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .select('user_id')
      .forShare()
      .execute();
  }
  await tx.selectFrom('app_user').where('id', '=', userId).select('id').forShare().execute();
}

/** Locks an API key. Returns the id of its user, and null for a key of the organization. */
async function lockApiKey(
  tx: Db,
  organizationId: OwnerRef,
  apiKeyId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('api_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', apiKeyId)
    .select('user_id')
    .forShare()
    .executeTakeFirst();
  return row?.user_id ?? null;
}

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
  const { name, role, locale_tags: locales, grants } = row;
  // Work continues after the end of the session that started it.
  const person = { id: userId, name, sessionId: '' };
  return principalOfUser(person, { organizationId, role, locales, grants: grants ?? [] });
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
  const { name, role, locale_tags: locales, grants, project_ids: projectIds } = row;
  const key = { id: apiKeyId, name, organizationId, scopes: row.scopes as Scope[], projectIds };
  return principalOfKey(key, role && { role, locales, grants: grants ?? [] });
}
