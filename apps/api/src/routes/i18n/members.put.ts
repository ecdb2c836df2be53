import { i18nMembersPut } from '@parlance/contracts';
import { putGrant } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentProjectMember } from './project-member.present.ts';

export const i18nMembersPutRoute = route(
  i18nMembersPut,
  async ({ deps, principal, params, body, request }) => ({
    data: presentProjectMember(await putGrant(deps, principal, { ...params, ...body }, request.ip)),
  }),
);
