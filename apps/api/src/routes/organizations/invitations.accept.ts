import { organizationsInvitationsAccept } from '@parlance/contracts';
import { acceptInvitation } from '../../domain/invitation/accept-invitation.ts';
import { route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsInvitationsAcceptRoute = route(
  organizationsInvitationsAccept,
  async ({ deps, principal, body, request }) => ({
    data: presentOrganization(await acceptInvitation(deps, principal, body.token, request.ip)),
  }),
);
