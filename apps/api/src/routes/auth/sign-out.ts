import { authSignOut } from '@parlance/contracts';
import { deleteSession } from '../../domain/session/session.store.ts';
import { hashToken } from '../../domain/token.ts';
import { endedSessionCookie, sessionTokenOf } from '../../http/access/session-cookie.ts';
import { route } from '../../http/route.ts';

export const authSignOutRoute = route(authSignOut, async ({ deps, request }) => {
  const token = sessionTokenOf(deps.site, request);
  if (token !== undefined) await deleteSession(deps.db, hashToken(token));
  return { data: {}, headers: { 'Set-Cookie': endedSessionCookie(deps.site) } };
});
