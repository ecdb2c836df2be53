import { pagesAcceptInvitation } from '@parlance/contracts';
import { acceptInvitationPage } from '../../http/pages/accept-invitation.ts';
import { route } from '../../http/route.ts';

export const pagesAcceptInvitationRoute = route(pagesAcceptInvitation, async () =>
  acceptInvitationPage(),
);
