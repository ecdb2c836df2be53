import { i18nMembersList } from '@parlance/contracts';
import { listProjectMembers } from '../../domain/grant/grant.store.ts';
import { ownerOf } from '../../domain/principal.ts';
import { getProject } from '../../domain/project/project.store.ts';
import { timePageQueryOf } from '../../domain/time-paging.ts';
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
