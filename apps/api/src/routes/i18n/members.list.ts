import { i18nMembersList } from '@parlance/contracts';
import { ownerOf, timePageQueryOf } from '../../domain/kernel/index.ts';
import { getProject, listProjectMembers } from '../../domain/project/index.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentProjectMember } from './project-member.present.ts';

export const i18nMembersListRoute = route(
  i18nMembersList,
  async ({ deps, principal, params, query }) => {
    const page = { ...timePageQueryOf(query), q: query.q };
    const { id } = await getProject(deps.db, ownerOf(principal), params.projectId);
    return listAnswer(await listProjectMembers(deps.db, id, page), presentProjectMember);
  },
);
