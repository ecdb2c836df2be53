import { organizationsMembersList } from '@parlance/contracts';
import { listMembers } from '../../domain/organization/member.store.ts';
import { getOrganization } from '../../domain/organization/organization.store.ts';
import { timePageQueryOf } from '../../domain/time-paging.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentMember } from './member.present.ts';

export const organizationsMembersListRoute = route(
  organizationsMembersList,
  async ({ deps, principal, params, query }) => {
    const page = { ...timePageQueryOf(query), role: query.role, q: query.q };
    const { id } = await getOrganization(deps.db, principal, params.organizationId);
    return listAnswer(await listMembers(deps.db, id, page), presentMember);
  },
);
