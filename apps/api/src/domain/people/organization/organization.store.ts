import type { Role } from '@parlance/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { SQL_STATES, sqlStateOf } from '../../../db/fault.ts';
import { newId } from '../../../db/ids/uuid.ts';
import { anyContainsText } from '../../../db/statements/contains-text.ts';
import { fail } from '../../../errors.ts';
import {
  type ApiKeyPrincipal,
  type Grant,
  type Membership,
  type OwnerRef,
  type Page,
  type PageQuery,
  type Principal,
  pageById,
  trustedOwner,
  type UserPrincipal,
} from '../../kernel/index.ts';
import { grantsOfMembership } from '../../project/index.ts';

export interface OrganizationRow {
  id: OwnerRef;
  name: string;
  slug: string;
  personal_user_id: string | null;
  created_at: Date;
  /** The caller's role in the organization. Null for an API key. */
  role: Role | null;
  /** Tags of the locales whose values the caller may change. Null for all locales. */
  locale_tags: string[] | null;
  /** The caller's grants. Null for none. */
  grants: Grant[] | null;
}

export interface NewOrganization {
  name: string;
  slug: string;
  /** Id of the user of a personal organization. Null for a shared organization. */
  personalUserId: string | null;
  now: Date;
}

export async function insertOrganization(db: Db, organization: NewOrganization): Promise<OwnerRef> {
  const id = await insertOrganizationUnlessTaken(db, organization);
  if (id === null) throw new Error('generated a slug that is taken for a new organization');
  return id;
}

/** Inserts an organization. Returns null if an active or archived organization has the slug. */
export async function insertOrganizationUnlessTaken(
  db: Db,
  organization: NewOrganization,
): Promise<OwnerRef | null> {
  const row = await db
    .insertInto('organization')
    .values({
      id: newId(),
      name: organization.name,
      slug: organization.slug,
      personal_user_id: organization.personalUserId,
      created_at: organization.now,
    })
    .onConflict((oc) => oc.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? trustedOwner(row.id) : null;
}

export async function insertMembership(
  db: Db,
  membership: Membership & { organizationId: OwnerRef; userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('membership')
    .values({
      organization_id: membership.organizationId,
      user_id: membership.userId,
      role: membership.role,
      locale_tags: membership.locales && [...membership.locales],
      joined_at: membership.now,
    })
    .execute();
}

type Caller = Pick<UserPrincipal, 'type' | 'id'> | ApiKeyPrincipal;

/**
 * SQL for the caller's active organizations: the organizations of which a user is a member, or the
 * organization of an API key.
 */
const selectOrganizations = (db: Db, principal: Caller) =>
  db
    .selectFrom('organization as o')
    .leftJoin('membership as m', (join) =>
      join.onRef('m.organization_id', '=', 'o.id').on('m.user_id', '=', principal.id),
    )
    .where('o.archived_at', 'is', null)
    .where((eb) =>
      principal.type === 'user'
        ? eb('m.user_id', 'is not', null)
        : eb('o.id', '=', principal.organizationId),
    )
    .select([
      'o.id',
      'o.name',
      'o.slug',
      'o.personal_user_id',
      'o.created_at',
      'm.role',
      'm.locale_tags',
    ])
    .select(grantsOfMembership.as('grants'));

const toOrganization = (row: Omit<OrganizationRow, 'id'> & { id: string }): OrganizationRow => ({
  ...row,
  id: trustedOwner(row.id),
});

export async function listOrganizations(
  db: Db,
  principal: Caller,
  page: PageQuery & { q?: string; slug?: string },
): Promise<Page<OrganizationRow>> {
  let query = selectOrganizations(db, principal);
  if (page.slug !== undefined) query = query.where('o.slug', '=', page.slug);
  if (page.q !== undefined)
    query = query.where(anyContainsText([sql`o.name`, sql`o.slug`], page.q));
  const id = principal.type === 'user' ? 'm.organization_id' : 'o.id';
  const found = await pageById(query, page, 'asc', id);
  return { ...found, rows: found.rows.map(toOrganization) };
}

/** @throws `not_found` if the organization does not exist or the caller does not belong to it */
export async function getOrganization(
  db: Db,
  principal: Caller,
  organizationId: string,
): Promise<OrganizationRow> {
  const row = await selectOrganizations(db, principal)
    .where('o.id', '=', organizationId)
    .executeTakeFirst();
  return row ? toOrganization(row) : failOrganization();
}

/**
 * Locks an organization until the transaction ends. Call it first in a transaction that changes an
 * organization, its members or its invitations. Only a user is locked before the organization.
 */
export async function lockOwnOrganization(
  tx: Db,
  principal: Principal,
  organizationId: string,
): Promise<OrganizationRow> {
  if (!(await lockOrganization(tx, organizationId))) failOrganization();
  return getOrganization(tx, principal, organizationId);
}

/**
 * Finds an active organization without checking membership, for commands of the server's operator.
 */
export async function findOrganization(
  db: Db,
  by: 'id' | 'slug',
  key: string,
): Promise<{ id: OwnerRef; name: string; slug: string } | null> {
  const row = await db
    .selectFrom('organization')
    .where(by, '=', key)
    .where('archived_at', 'is', null)
    .select(['id', 'name', 'slug'])
    .executeTakeFirst();
  return row ? { ...row, id: trustedOwner(row.id) } : null;
}

/** Returns slugs of organizations that are not archived, in alphabetical order. */
export async function listSlugs(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('organization')
    .where('archived_at', 'is', null)
    .select('slug')
    .orderBy('slug')
    .limit(limit)
    .execute();
  return rows.map(({ slug }) => slug);
}

export async function lockOrganization(tx: Db, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization')
    .where('id', '=', organizationId)
    .where('archived_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws `conflict` if another organization has the slug */
export async function updateOrganizationRow(
  tx: Db,
  organizationId: OwnerRef,
  change: { name: string; slug: string },
): Promise<void> {
  try {
    await tx.updateTable('organization').set(change).where('id', '=', organizationId).execute();
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    if (sqlStateOf(error) !== SQL_STATES.uniqueViolation || constraint !== 'organization_slug_key')
      throw error;
    failSlug(change.slug);
  }
}

export function failSlug(slug: string): never {
  fail('conflict', `The slug ${slug} is taken. Choose another slug.`);
}

function failOrganization(): never {
  fail('not_found', 'The organization does not exist.');
}
