import { authSignIn } from '@parlance/contracts';
import { signInUser } from '../../domain/people/index.ts';
import { sessionCookie, sessionExpiry } from '../../http/access/session-cookie.ts';
import { route } from '../../http/route.ts';
import { presentUser } from '../users/user.present.ts';

export const authSignInRoute = route(authSignIn, async ({ deps, body, request }) => {
  const userAgent = request.headers['user-agent'];
  const { user, token } = await signInUser(deps, { ...body, userAgent, expiresAt: sessionExpiry });
  return {
    data: { user: presentUser(user) },
    headers: { 'Set-Cookie': sessionCookie(deps.site, token) },
  };
});
