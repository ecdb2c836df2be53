import { organizationsInvitationsDelete } from '@parlance/contracts';
import { revokeInvitation } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentInvitation } from './invitation.present.ts';

export const organizationsInvitationsDeleteRoute = route(
  organizationsInvitationsDelete,
  async ({ deps, principal, params, request }) => ({
    data: presentInvitation(await revokeInvitation(deps, principal, params, request.ip)),
  }),
);
