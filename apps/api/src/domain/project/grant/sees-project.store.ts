import { type RawBuilder, sql } from 'kysely';
import type { OwnerRef, ProjectRef } from '../../kernel/index.ts';

/** A project with its organization. */
export interface SeenProject {
  readonly id: ProjectRef | RawBuilder<string>;
  readonly organization_id: OwnerRef | RawBuilder<string>;
}

/**
 * SQL condition that a user sees a project now: as a member of its organization who is not a guest,
 * or as a guest with a grant for the project.
 */
export const seesProject = (
  userId: RawBuilder<unknown>,
  { id, organization_id: organizationId }: SeenProject,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from membership m
  where m.organization_id = ${organizationId}::uuid and m.user_id = ${userId}
    and (m.role <> 'guest' or exists (
      select from project_grant g
      where g.organization_id = m.organization_id and g.user_id = m.user_id
        and g.granted_project_id = ${id}::uuid)))`;
