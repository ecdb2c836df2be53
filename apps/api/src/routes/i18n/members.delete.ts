import { i18nMembersDelete } from '@parlance/contracts';
import { removeGrant } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentProjectMember } from './project-member.present.ts';

export const i18nMembersDeleteRoute = route(
  i18nMembersDelete,
  async ({ deps, principal, params, request }) => ({
    data: presentProjectMember(await removeGrant(deps, principal, params, request.ip)),
  }),
);
