import { organizationsMembersUpdate } from '@parlance/contracts';
import { changeMember } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentMember } from './member.present.ts';

export const organizationsMembersUpdateRoute = route(
  organizationsMembersUpdate,
  async ({ deps, principal, params, body, request }) => ({
    data: presentMember(
      await changeMember(deps, principal, { ...params, change: body }, request.ip),
    ),
  }),
);
