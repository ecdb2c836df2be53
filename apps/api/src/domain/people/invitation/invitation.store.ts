import type { Role } from '@parlance/contracts';
import { type NotNull, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { containsText } from '../../../db/statements/contains-text.ts';
import {
  type Actor,
  type Membership,
  type OwnerRef,
  type Page,
  type PageQuery,
  pageById,
  type RowOf,
  recordOf,
  trustedOwner,
} from '../../kernel/index.ts';

export const INVITATION = recordOf(
  'invitation',
  {
    id: 'id',
    email: 'email',
    role: 'role',
    localeCodes: 'locale_tags',
    projectIds: 'project_ids',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    acceptedAt: 'accepted_at',
    revokedAt: 'revoked_at',
  },
  ['invited_by_type', 'invited_by_id', 'invited_by_name'],
);
export interface InvitationRow extends RowOf<typeof INVITATION> {
  role: Role;
}

export interface InvitationRef {
  readonly organizationId: OwnerRef;
  readonly invitationId: string;
}

/**
 * Lists invitations, newest first. By default, lists only invitations that can still be accepted.
 * `q` is a part of the invited address.
 */
export async function listInvitations(
  db: Db,
  organizationId: OwnerRef,
  page: PageQuery & { includeEnded: boolean; q?: string | undefined; now: Date },
): Promise<Page<InvitationRow>> {
  let query = db
    .selectFrom('invitation')
    .where('organization_id', '=', organizationId)
    .select(INVITATION.columns);
  if (!page.includeEnded) {
    query = query
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', page.now);
  }
  if (page.q !== undefined) query = query.where(containsText(sql`email`, page.q));
  return pageById(query, page, 'desc');
}

export async function insertInvitation(
  tx: Db,
  organizationId: OwnerRef,
  invitation: Membership & {
    projectIds: readonly string[] | null;
    email: string;
    emailFolded: string;
    invitedBy: Actor;
    now: Date;
    expiresAt: Date;
  },
): Promise<InvitationRow> {
  return tx
    .insertInto('invitation')
    .values({
      organization_id: organizationId,
      id: newId(),
      email: invitation.email,
      email_folded: invitation.emailFolded,
      role: invitation.role,
      locale_tags: invitation.locales && [...invitation.locales],
      project_ids: invitation.projectIds && [...invitation.projectIds],
      invited_by_type: invitation.invitedBy.type,
      invited_by_id: invitation.invitedBy.id,
      invited_by_name: invitation.invitedBy.name,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
    })
    .returning(INVITATION.columns)
    .executeTakeFirstOrThrow();
}

/** Revokes an open or expired invitation of an address. */
export async function revokeInvitationOfAddress(
  tx: Db,
  organizationId: OwnerRef,
  emailFolded: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('organization_id', '=', organizationId)
    .where('email_folded', '=', emailFolded)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function findInvitation(db: Db, ref: InvitationRef): Promise<InvitationRow | null> {
  const row = await db
    .selectFrom('invitation')
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.invitationId)
    .select(INVITATION.columns)
    .executeTakeFirst();
  return row ?? null;
}

export async function revokeInvitationRow(
  tx: Db,
  ref: InvitationRef,
  now: Date,
): Promise<InvitationRow> {
  return tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.invitationId)
    .returning(INVITATION.columns)
    .executeTakeFirstOrThrow();
}

/**
 * Finds an invitation by the hash of its token, even if the invitation can no longer be accepted.
 */
export async function findInvitationOfToken(
  db: Db,
  tokenHash: Buffer,
): Promise<InvitationRef | null> {
  const row = await db
    .selectFrom('invitation_token')
    .where('token_hash', '=', tokenHash)
    .select(['organization_id', 'invitation_id'])
    .executeTakeFirst();
  if (!row) return null;
  const organizationId = trustedOwner(row.organization_id);
  return { organizationId, invitationId: row.invitation_id };
}

/**
 * The member who sent an invitation. Invitations of a member who leaves are revoked, so the inviter always is a member.
 */
interface InviterPresent {
  invited_by_name: NotNull;
}

export interface InvitationToAccept {
  email: string;
  role: Role;
  invited_by_name: string;
  organization_name: string;
  expires_at: Date;
}

/** Finds an invitation that can still be accepted, by the hash of its token. */
export async function findInvitationToAccept(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationToAccept | null> {
  const row = await db
    .selectFrom('invitation_token as t')
    .innerJoin('invitation as i', (join) =>
      join
        .onRef('i.organization_id', '=', 't.organization_id')
        .onRef('i.id', '=', 't.invitation_id'),
    )
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .where('t.token_hash', '=', tokenHash)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.archived_at', 'is', null)
    .select([
      'i.email',
      'i.role',
      'i.invited_by_name',
      'o.name as organization_name',
      'i.expires_at',
    ])
    .$narrowType<InviterPresent>()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Marks an invitation as accepted. Returns null if the invitation can no longer be accepted, or if
 * it was sent to another address.
 */
export async function acceptInvitationRow(
  tx: Db,
  ref: InvitationRef,
  use: { emailFolded: string; now: Date },
): Promise<InvitationRow | null> {
  const row = await tx
    .updateTable('invitation')
    .set({ accepted_at: use.now })
    .where('organization_id', '=', ref.organizationId)
    .where('id', '=', ref.invitationId)
    .where('email_folded', '=', use.emailFolded)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', use.now)
    .returning(INVITATION.columns)
    .executeTakeFirst();
  return row ?? null;
}

export interface DueInvitation {
  email: string;
  role: Role;
  invited_by_type: Actor['type'];
  invited_by_id: string;
  invited_by_name: string;
  organization_name: string;
}

export async function lockDueInvitation(
  tx: Db,
  ref: InvitationRef,
  now: Date,
): Promise<DueInvitation | null> {
  const row = await tx
    .selectFrom('invitation as i')
    .innerJoin('organization as o', 'o.id', 'i.organization_id')
    .where('i.organization_id', '=', ref.organizationId)
    .where('i.id', '=', ref.invitationId)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('o.archived_at', 'is', null)
    .select([
      'i.email',
      'i.role',
      'i.invited_by_type',
      'i.invited_by_id',
      'i.invited_by_name',
      'o.name as organization_name',
    ])
    .$narrowType<InviterPresent>()
    .forNoKeyUpdate('i')
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the hash of an invitation's token. Earlier tokens of the invitation become invalid. */
export async function putInvitationToken(
  tx: Db,
  ref: InvitationRef,
  tokenHash: Buffer,
): Promise<void> {
  await sql`
    insert into invitation_token (token_hash, organization_id, invitation_id)
    values (${tokenHash}, ${ref.organizationId}::uuid, ${ref.invitationId}::uuid)
    on conflict (organization_id, invitation_id)
    do update set token_hash = excluded.token_hash`.execute(tx);
}
