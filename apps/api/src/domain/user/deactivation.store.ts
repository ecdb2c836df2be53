import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { type OwnerRef, trustedOwner } from '../tenant.ts';

/**
 * The active organizations of a user, held until the transaction ends: a change of the owners of one
 * locks it first. In the order of their ids, so that two who leave do not deadlock.
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
}

/** Archives those of `organizationIds` that nobody is left in without the user: the personal one too. */
export async function archiveAbandoned(
  tx: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[]; now: Date },
): Promise<ArchivedOrganization[]> {
  const rows = await tx
    .updateTable('organization')
    .set({ archived_at: leaving.now })
    .where('id', '=', (eb) => eb.fn.any(eb.val([...leaving.organizationIds])))
    .where((eb) =>
      eb.or([
        eb('personal_user_id', '=', leaving.userId),
        eb.not(
          eb.exists(
            eb
              .selectFrom('membership as m')
              .whereRef('m.organization_id', '=', 'organization.id')
              .where('m.user_id', '<>', leaving.userId)
              .select('m.user_id'),
          ),
        ),
      ]),
    )
    .returning(['id', 'name'])
    .execute();
  return rows.map(({ id, name }) => ({ id: trustedOwner(id), name }));
}

export interface PromotedMember {
  organizationId: OwnerRef;
  userId: string;
  name: string;
}

/** Makes the longest-standing other member an owner where the user was the last one. */
export async function promoteHeirs(
  tx: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[] },
): Promise<PromotedMember[]> {
  const { rows } = await sql<{ organization_id: OwnerRef; user_id: string; name: string }>`
    update membership m set role = 'owner'
    from (
      select distinct on (o.organization_id) o.organization_id, o.user_id, u.name
      from membership o join app_user u on u.id = o.user_id
      where o.organization_id = any(${[...leaving.organizationIds]}::uuid[])
        and o.user_id <> ${leaving.userId}
        and not exists (
          select from membership other
          where other.organization_id = o.organization_id
            and other.user_id <> ${leaving.userId} and other.role = 'owner'
        )
      order by o.organization_id, o.joined_at, o.user_id
    ) heir
    where m.organization_id = heir.organization_id and m.user_id = heir.user_id
    returning m.organization_id, m.user_id, heir.name`.execute(tx);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    userId: row.user_id,
    name: row.name,
  }));
}

export async function deleteMemberships(
  tx: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[] },
): Promise<void> {
  await tx
    .deleteFrom('membership')
    .where('user_id', '=', leaving.userId)
    .where('organization_id', '=', (eb) => eb.fn.any(eb.val([...leaving.organizationIds])))
    .execute();
}

export interface RevokedKey {
  organizationId: OwnerRef;
  id: string;
  name: string;
}

/** Revokes every key of the archived organizations, and those that the user made in the others. */
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
        and created_by_type = 'user' and created_by_id = ${leaving.userId}
      )
    )
    returning organization_id, id, name`.execute(tx);
  return rows.map((row) => ({ organizationId: row.organization_id, id: row.id, name: row.name }));
}
