import { organizationsInvitationsAccept } from '@parlance/contracts';
import { acceptAsNewUser, acceptInvitation } from '../../domain/people/index.ts';
import { fail, failAt } from '../../errors.ts';
import { sessionCookie, sessionExpiry } from '../../http/access/session-cookie.ts';
import { route } from '../../http/route.ts';
import { presentOrganization } from './organization.present.ts';

export const organizationsInvitationsAcceptRoute = route(
  organizationsInvitationsAccept,
  async ({ deps, principal, body, request }) => {
    const { token, name, password } = body;
    if (principal !== null) {
      if (name !== undefined)
        failAt('/name', 'is only for a new account; leave it out when you are signed in');
      if (password !== undefined)
        failAt('/password', 'is only for a new account; leave it out when you are signed in');
      const organization = await acceptInvitation(deps, principal, token, request.ip);
      return { data: presentOrganization(organization) };
    }
    if (name === undefined && password === undefined) {
      fail(
        'unauthenticated',
        'The request has no session. Sign in, or send `name` and `password` to create an account.',
      );
    }
    if (name === undefined) failAt('/name', 'is required', 'required');
    if (password === undefined) failAt('/password', 'is required', 'required');
    const userAgent = request.headers['user-agent'];
    const input = { token, name, password, userAgent, expiresAt: sessionExpiry };
    const { organization, sessionToken } = await acceptAsNewUser(deps, input, request.ip);
    return {
      data: presentOrganization(organization),
      headers: { 'Set-Cookie': sessionCookie(deps.site, sessionToken) },
    };
  },
);
