import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { type OwnerRef, trustedOwner } from '../../kernel/index.ts';
import { endsWith } from '../organization/losses.store.ts';
import { isMadeBy } from '../organization/member.store.ts';

/**
 * Locks the active organizations of a user and returns their ids. Locks them in the order of the
 * ids, which avoids deadlocks. Transactions that change owners also take these locks before other
 * locks.
 */
export async function lockOrganizationsOfUser(tx: Db, userId: string): Promise<OwnerRef[]> {
  const rows = await tx
    .selectFrom('organization as o')
    .where('o.archived_at', 'is', null)
    .where('o.id', 'in', (eb) =>
      eb.selectFrom('membership').where('user_id', '=', userId).select('organization_id'),
    )
    .select('o.id')
    .orderBy('o.id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => trustedOwner(row.id));
}

export interface ArchivedOrganization {
  id: OwnerRef;
  name: string;
  slug: string;
}

/** Archives the organizations that end with the user. */
export async function archiveAbandoned(
  tx: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[]; now: Date },
): Promise<ArchivedOrganization[]> {
  const rows = await tx
    .updateTable('organization')
    .set({ archived_at: leaving.now })
    .where('id', '=', (eb) => eb.fn.any(eb.val([...leaving.organizationIds])))
    .where(endsWith(leaving.userId))
    .returning(['id', 'name', 'slug'])
    .execute();
  return rows.map(({ id, ...named }) => ({ id: trustedOwner(id), ...named }));
}

/**
 * Lists organizations that have other members but no other owner than the user. The list is sorted
 * by name.
 */
export async function listOrphans(
  db: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[] },
): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select o.name
    from organization o
    join membership m on m.organization_id = o.id
    where o.id = any(${[...leaving.organizationIds]}::uuid[]) and o.archived_at is null
      and o.personal_user_id is distinct from ${leaving.userId}::uuid
    group by o.id
    having bool_or(m.user_id = ${leaving.userId} and m.role = 'owner')
      and bool_or(m.user_id <> ${leaving.userId})
      and not bool_or(m.user_id <> ${leaving.userId} and m.role = 'owner')
    order by o.name`.execute(db);
  return rows;
}

export interface RevokedKey {
  organizationId: OwnerRef;
  id: string;
  name: string;
}

/**
 * Revokes all API keys of the archived organizations, and the user's API keys in other
 * organizations.
 */
export async function revokeKeysOfUser(
  tx: Db,
  leaving: {
    userId: string;
    archivedIds: readonly OwnerRef[];
    sharedIds: readonly OwnerRef[];
    now: Date;
  },
): Promise<RevokedKey[]> {
  const { rows } = await sql<{ organization_id: OwnerRef; id: string; name: string }>`
    update api_key set revoked_at = ${leaving.now}
    where revoked_at is null and (
      organization_id = any(${[...leaving.archivedIds]}::uuid[])
      or (
        organization_id = any(${[...leaving.sharedIds]}::uuid[])
        and ${isMadeBy(leaving.userId)}
      )
    )
    returning organization_id, id, name`.execute(tx);
  return rows.map((row) => ({ organizationId: row.organization_id, id: row.id, name: row.name }));
}
