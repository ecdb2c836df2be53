import { organizationsMembersUpdate } from '@parlance/contracts';
import { changeMemberRole } from '../../domain/organization/change-member-role.ts';
import { route } from '../../http/route.ts';
import { presentMember } from './member.present.ts';

export const organizationsMembersUpdateRoute = route(
  organizationsMembersUpdate,
  async ({ deps, principal, params, body, request }) => ({
    data: presentMember(
      await changeMemberRole(deps, principal, { ...params, role: body.role }, request.ip),
    ),
  }),
);
