import { organizationsMembersList } from '@parlance/contracts';
import { timePageQueryOf } from '../../domain/kernel/index.ts';
import { getOrganization, listMembers } from '../../domain/people/index.ts';
import { fail } from '../../errors.ts';
import { listAnswer, route } from '../../http/route.ts';
import { presentMember } from './member.present.ts';

export const organizationsMembersListRoute = route(
  organizationsMembersList,
  async ({ deps, principal, params, query }) => {
    const page = { ...timePageQueryOf(query), role: query.role, q: query.q };
    const { id, role } = await getOrganization(deps.db, principal, params.organizationId);
    if (role === 'guest') fail('insufficient_scope', 'The role guest does not see the members.');
    return listAnswer(await listMembers(deps.db, id, page), presentMember);
  },
);
