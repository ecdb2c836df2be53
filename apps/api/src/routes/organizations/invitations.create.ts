import { organizationsInvitationsCreate } from '@parlance/contracts';
import { inviteMember, membershipIn } from '../../domain/people/index.ts';
import { chooseLanguage } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';
import { presentInvitation } from './invitation.present.ts';

export const organizationsInvitationsCreateRoute = route(
  organizationsInvitationsCreate,
  async ({ deps, principal, params, body, request }) => {
    const { invitation, link } = await inviteMember(
      deps,
      principal,
      {
        ...params,
        ...membershipIn(body),
        email: body.email,
        projectIds: body.projectIds ?? null,
      },
      { address: request.ip, language: chooseLanguage(request.headers['accept-language']) },
    );
    return { data: { ...presentInvitation(invitation), link } };
  },
);
