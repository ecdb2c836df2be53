import type { GrantRole } from '@parlance/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { anyContainsText } from '../../../db/statements/contains-text.ts';
import {
  type Grant,
  type Membership,
  type OwnerRef,
  type Page,
  type ProjectRef,
  pageByTime,
  type TimePageQuery,
} from '../../kernel/index.ts';

/** SQL for the grants of the membership `m`, as a JSON array of {@link Grant}. Null if it has no grants. */
export const grantsOfMembership: RawBuilder<Grant[] | null> = sql`(
  select json_agg(json_build_object(
    'projectId', g.granted_project_id, 'role', g.role, 'locales', g.locale_tags))
  from project_grant g
  where g.organization_id = m.organization_id and g.user_id = m.user_id)`;

export interface ProjectMemberRow {
  user_id: string;
  name: string;
  email: string;
  role: GrantRole;
  locale_tags: string[] | null;
  granted_at: Date;
}

const selectGrants = (db: Db, projectId: ProjectRef) =>
  db
    .selectFrom('project_grant as g')
    .innerJoin('app_user as u', 'u.id', 'g.user_id')
    .where('g.granted_project_id', '=', projectId)
    .select(['g.user_id', 'u.name', 'u.email', 'g.locale_tags', 'g.granted_at'])
    .select(sql<GrantRole>`g.role`.as('role'));

/** Lists the grants for a project in the order in which they were created. */
export async function listProjectMembers(
  db: Db,
  projectId: ProjectRef,
  { q, ...page }: TimePageQuery & { q?: string | undefined },
): Promise<Page<ProjectMemberRow>> {
  let query = selectGrants(db, projectId);
  if (q !== undefined) query = query.where(anyContainsText([sql`u.name`, sql`u.email`], q));
  return pageByTime(query, page, 'asc', {
    at: 'g.granted_at',
    id: 'g.user_id',
    placeOf: ({ granted_at: at, user_id: id }) => ({ at, id }),
  });
}

export async function findGrant(
  db: Db,
  projectId: ProjectRef,
  userId: string,
): Promise<ProjectMemberRow | null> {
  const row = await selectGrants(db, projectId).where('g.user_id', '=', userId).executeTakeFirst();
  return row ?? null;
}

export async function countGrants(
  tx: Db,
  organizationId: OwnerRef,
  userId: string,
): Promise<number> {
  const row = await tx
    .selectFrom('project_grant')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Creates or replaces the grants of a member for projects. */
export async function putGrants(
  tx: Db,
  organizationId: OwnerRef,
  grant: Membership & { userId: string; projectIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into project_grant
      (organization_id, user_id, granted_project_id, role, locale_tags, granted_at)
    select ${organizationId}::uuid, ${grant.userId}::uuid, id, ${grant.role}::member_role,
           ${grant.locales && [...grant.locales]}::text[], ${grant.now}::timestamptz
    from unnest(${[...grant.projectIds]}::uuid[]) id
    on conflict (organization_id, user_id, granted_project_id)
    do update set role = excluded.role, locale_tags = excluded.locale_tags`.execute(tx);
}

export async function deleteGrant(
  tx: Db,
  organizationId: OwnerRef,
  { userId, projectId }: { userId: string; projectId: ProjectRef },
): Promise<void> {
  await tx
    .deleteFrom('project_grant')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('granted_project_id', '=', projectId)
    .execute();
}

/** Deletes all grants of a member. */
export async function deleteGrants(
  tx: Db,
  organizationId: OwnerRef,
  userId: string,
): Promise<void> {
  await tx
    .deleteFrom('project_grant')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}
