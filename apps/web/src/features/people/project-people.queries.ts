import type { ProjectMember } from '@parlance/contracts';
import { canHaveGrants } from '@parlance/contracts/scopes';
import { api } from '../../lib/api.ts';
import { type Choosable, pagedQuery, searchOf } from '../../lib/paged-query.ts';

export const projectMembersQuery = (organizationId: string, projectId: string, q: string) =>
  pagedQuery(['project-members', organizationId, projectId, q], (page) =>
    api(organizationId).i18n.members.list({ projectId, ...page, ...searchOf(q) }),
  );

/** Query of the members of an organization who can get a role in a project. It finds names that contain the text. */
export const memberChoiceQuery = (organizationId: string, q: string) =>
  pagedQuery<Choosable>(['member-choice', organizationId, q], async (page) => {
    const { data, meta } = await api(organizationId).organizations.members.list({
      organizationId,
      ...page,
      ...searchOf(q),
    });
    return {
      data: data
        .filter(({ role }) => canHaveGrants(role))
        .map(({ userId, name, email }) => ({ id: userId, name, note: email })),
      meta,
    };
  });

export const putGrant = (
  organizationId: string,
  projectId: string,
  userId: string,
  grant: Pick<ProjectMember, 'role' | 'localeCodes'>,
) => api(organizationId).i18n.members.put({ projectId, userId, ...grant });

export const removeGrant = (organizationId: string, projectId: string, userId: string) =>
  api(organizationId).i18n.members.delete({ projectId, userId });
