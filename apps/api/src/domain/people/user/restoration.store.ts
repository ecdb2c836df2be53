import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { isUuid } from '../../../db/ids/uuid.ts';
import { type OwnerRef, trustedOwner } from '../../kernel/index.ts';
import { isMadeBy } from '../organization/member.store.ts';

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

/**
 * Restores API keys for programs that were revoked with an account or a membership since a time. If
 * `madeBy` is a user, restores only keys that this user has created.
 */
export async function unrevokeKeys(
  tx: Db,
  organizationId: OwnerRef,
  { since, madeBy }: { since: Date; madeBy: string | null },
): Promise<{ name: string; madeBy: string | null }[]> {
  const { rows } = await sql<{ name: string; madeBy: string | null }>`
    update api_key set revoked_at = null
    where organization_id = ${organizationId}::uuid and user_id is null and revoked_at >= ${since}
      and ${madeBy === null ? sql`true` : isMadeBy(madeBy)}
      and exists (
        select from audit_log entry
        where entry.organization_id = api_key.organization_id and entry.action = 'api_key.revoke'
          and entry.target_id = api_key.id::text and entry.at = api_key.revoked_at
          and entry.details->>'reason' in ('account_deactivated', 'admin_command', 'member_removed'))
    returning name, created_by_name as "madeBy"`.execute(tx);
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}
