import { organizationsMembersDelete } from '@parlance/contracts';
import { removeMember } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentMember } from './member.present.ts';

export const organizationsMembersDeleteRoute = route(
  organizationsMembersDelete,
  async ({ deps, principal, params, query, request }) => ({
    data: presentMember(await removeMember(deps, principal, { ...params, ...query }, request.ip)),
  }),
);
