import { authSignIn } from '@parlance/contracts';
import { signIn } from '../../domain/session/sign-in.ts';
import { route } from '../../http/route.ts';
import { sessionCookie, sessionExpiry } from '../../http/session-cookie.ts';
import { presentUser } from '../users/user.present.ts';

export const authSignInRoute = route(authSignIn, async ({ deps, body }) => {
  const { user, token } = await signIn(deps, { ...body, expiresAt: sessionExpiry });
  return {
    data: { user: presentUser(user) },
    headers: { 'Set-Cookie': sessionCookie(deps.site, token) },
  };
});
