import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isUuid } from '../../../db/ids/uuid.ts';
import { type OwnerRef, trustedOwner } from '../../kernel/index.ts';
import { isMadeBy } from '../organization/member.store.ts';

/** Maximum age of a revocation that is undone. The owner of an older key may have forgotten that it exists. */
const MAX_KEY_AGE_MS = 90 * 24 * 60 * 60_000;

export interface KnownOrganization {
  readonly id: OwnerRef;
  readonly name: string;
  readonly isArchived: boolean;
}

/** Locks an active or archived organization. `key` is its slug or its id. */
export async function lockKnownOrganization(
  tx: Db,
  key: string,
): Promise<KnownOrganization | null> {
  const row = await tx
    .selectFrom('organization')
    .where(isUuid(key) ? 'id' : 'slug', '=', key)
    .select(['id', 'name', 'archived_at'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return { id: trustedOwner(row.id), name: row.name, isArchived: row.archived_at !== null };
}

/** Restores an archived organization as a shared organization, even if it was a personal one. */
export async function unarchiveOrganization(tx: Db, id: OwnerRef): Promise<void> {
  await tx
    .updateTable('organization')
    .set({ archived_at: null, personal_user_id: null })
    .where('id', '=', id)
    .execute();
}

export interface RestoredKey {
  readonly name: string;
  /** Name of the person who created the key. Null if that person was erased. */
  readonly madeBy: string | null;
}

interface EndedKeys {
  readonly now: Date;
  /** Only keys that this user has created. Null for the keys of all users. */
  readonly madeBy: string | null;
}

/**
 * Restores API keys for programs that were revoked with an account or a membership in the last 90
 * days. If `madeBy` is a user, restores only keys that this user has created.
 */
export async function unrevokeKeys(
  tx: Db,
  organizationId: OwnerRef,
  ended: EndedKeys,
): Promise<RestoredKey[]> {
  const { rows } = await sql<RestoredKey>`
    update api_key set revoked_at = null
    where ${isEnded(organizationId, ended)}
    returning name, created_by_name as "madeBy"`.execute(tx);
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the number of API keys that {@link unrevokeKeys} would restore. */
export async function countEndedKeys(
  tx: Db,
  organizationId: OwnerRef,
  ended: EndedKeys,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_key
    where ${isEnded(organizationId, ended)}`.execute(tx);
  return rows[0]!.count;
}

function isEnded(organizationId: OwnerRef, { now, madeBy }: EndedKeys) {
  const since = new Date(now.getTime() - MAX_KEY_AGE_MS);
  return sql<boolean>`
    organization_id = ${organizationId}::uuid and user_id is null and revoked_at >= ${since}
      and ${madeBy === null ? sql`true` : isMadeBy(madeBy)}
      and exists (
        select from audit_log entry
        where entry.organization_id = api_key.organization_id and entry.action = 'api_key.revoke'
          and entry.target_id = api_key.id::text and entry.at = api_key.revoked_at
          and entry.details->>'reason' in ('account_deactivated', 'admin_command', 'member_removed'))`;
}

/** Organization that a deactivated user had. */
export interface FormerOrganization {
  readonly id: OwnerRef;
  readonly name: string;
  readonly slug: string;
}

/** Restores the organizations that ended at `endedAt` with the account of a user, who is still a member. */
export async function unarchiveOwn(
  tx: Db,
  { userId, endedAt }: { userId: string; endedAt: Date },
): Promise<FormerOrganization[]> {
  const { rows } = await sql<FormerOrganization>`
    update organization set archived_at = null
    where archived_at = ${endedAt}
      and exists (
        select from membership m where m.organization_id = organization.id and m.user_id = ${userId}::uuid)
    returning id, name, slug`.execute(tx);
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the active organizations whose member a user was until `leftAt`, and is not again. */
export async function listLeft(
  tx: Db,
  { userId, leftAt }: { userId: string; leftAt: Date },
): Promise<FormerOrganization[]> {
  const { rows } = await sql<FormerOrganization>`
    select o.id, o.name, o.slug
    from former_membership f
    join organization o on o.id = f.organization_id
    where f.user_id = ${userId}::uuid and f.left_at = ${leftAt} and o.archived_at is null
      and not exists (
        select from membership m where m.organization_id = o.id and m.user_id = f.user_id)
    order by o.name`.execute(tx);
  return rows;
}

export const hasPersonalOrganization = async (tx: Db, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('organization')
    .where('personal_user_id', '=', userId)
    .select('id')
    .executeTakeFirst()) !== undefined;
