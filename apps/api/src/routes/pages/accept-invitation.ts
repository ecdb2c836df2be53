import { pagesAcceptInvitation } from '@parlance/contracts';
import { pageLanguage } from '../../http/answer/accept.ts';
import { acceptInvitationPage } from '../../http/pages/accept-invitation.ts';
import { route } from '../../http/route.ts';

export const pagesAcceptInvitationRoute = route(pagesAcceptInvitation, async ({ query, request }) =>
  acceptInvitationPage(pageLanguage(query.lang, request.headers['accept-language'])),
);
