import type { Role } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { anyContainsText } from '../../../db/statements/contains-text.ts';
import {
  type Grant,
  type Membership,
  type OwnerRef,
  type Page,
  pageByTime,
  type TimePageQuery,
} from '../../kernel/index.ts';
import { grantsOfMembership } from '../../project/index.ts';

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  locale_tags: string[] | null;
  grants: Grant[] | null;
  joined_at: Date;
}

const selectMembers = (db: Db, organizationId: OwnerRef) =>
  db
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .where('m.organization_id', '=', organizationId)
    .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.locale_tags', 'm.joined_at'])
    .select(grantsOfMembership.as('grants'));

export interface MemberFilter {
  role?: Role | undefined;
  /** Finds members whose name or address contains this text. */
  q?: string | undefined;
}

/** Lists the members of an organization in the order in which they joined. */
export async function listMembers(
  db: Db,
  organizationId: OwnerRef,
  { role, q, ...page }: TimePageQuery & MemberFilter,
): Promise<Page<MemberRow>> {
  let query = selectMembers(db, organizationId);
  if (role !== undefined) query = query.where('m.role', '=', role);
  if (q !== undefined) query = query.where(anyContainsText([sql`u.name`, sql`u.email`], q));
  return pageByTime(query, page, 'asc', {
    at: 'm.joined_at',
    id: 'm.user_id',
    placeOf: ({ joined_at: at, user_id: id }) => ({ at, id }),
  });
}

export async function findMember(
  db: Db,
  organizationId: OwnerRef,
  userId: string,
): Promise<MemberRow | null> {
  const row = await selectMembers(db, organizationId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** True if a member has this address. The address must be in lower case. */
export async function isMemberAddress(
  db: Db,
  organizationId: OwnerRef,
  emailFolded: string,
): Promise<boolean> {
  const row = await selectMembers(db, organizationId)
    .where('u.email_folded', '=', emailFolded)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * True if the organization has an owner other than `userId`. The caller has locked the
 * organization.
 */
export async function hasOtherOwner(
  tx: Db,
  organizationId: OwnerRef,
  userId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .where('user_id', '<>', userId)
    .select('user_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the owners of an organization, in the order in which they joined. */
export async function listOwnerIds(db: Db, organizationId: OwnerRef): Promise<string[]> {
  const rows = await db
    .selectFrom('membership')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .select('user_id')
    .orderBy('joined_at')
    .execute();
  return rows.map(({ user_id: id }) => id);
}

export async function setMembership(
  tx: Db,
  organizationId: OwnerRef,
  userId: string,
  { role, locales }: Membership,
): Promise<void> {
  await tx
    .updateTable('membership')
    .set({ role, locale_tags: locales && [...locales] })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Ends the memberships of a user in these organizations. Records which organizations the user has
 * left, because a later erasure of the account must find the user's name in them.
 */
export async function deleteMemberships(
  tx: Db,
  leaving: { userId: string; organizationIds: readonly OwnerRef[]; now: Date },
): Promise<void> {
  await sql`
    with ended as (
      delete from membership
      where user_id = ${leaving.userId}::uuid
        and organization_id = any(${[...leaving.organizationIds]}::uuid[])
      returning user_id, organization_id
    )
    insert into former_membership as f (user_id, organization_id, left_at)
    select user_id, organization_id, ${leaving.now}::timestamptz from ended
    on conflict (user_id, organization_id) do update set left_at = excluded.left_at`.execute(tx);
}

/**
 * Revokes the open invitations for one of `roles` that a user, or a personal API key of the user,
 * has sent.
 */
export async function revokeInvitationsSentBy(
  tx: Db,
  organizationId: OwnerRef,
  userId: string,
  { roles, now }: { roles: readonly Role[]; now: Date },
): Promise<{ id: string; name: string }[]> {
  if (roles.length === 0) return [];
  return tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('organization_id', '=', organizationId)
    .where((eb) =>
      eb.or([
        eb('invited_by_id', '=', userId),
        eb('invited_by_id', 'in', (keys) =>
          keys
            .selectFrom('api_key')
            .where('organization_id', '=', organizationId)
            .where('user_id', '=', userId)
            .select('id'),
        ),
      ]),
    )
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('role', 'in', roles)
    .returning(['id', 'email as name'])
    .execute();
}

/** SQL condition that the row of `api_key` was created by a user, or by a personal API key of the user. */
export const isMadeBy = (userId: string): RawBuilder<boolean> => sql<boolean>`(
  created_by_id = ${userId}::uuid or exists (
    select from api_key own
    where own.organization_id = api_key.organization_id and own.id = api_key.created_by_id
      and own.user_id = ${userId}::uuid))`;

export async function revokeKeysMadeBy(
  tx: Db,
  organizationId: OwnerRef,
  userId: string,
  now: Date,
): Promise<{ id: string; name: string }[]> {
  return tx
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('organization_id', '=', organizationId)
    .where(isMadeBy(userId))
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .execute();
}
