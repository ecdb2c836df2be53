import { authSignOut } from '@parlance/contracts';
import { hashToken } from '../../domain/kernel/index.ts';
import { deleteSession } from '../../domain/people/index.ts';
import { endedSessionCookie, sessionTokenOf } from '../../http/access/session-cookie.ts';
import { route } from '../../http/route.ts';

export const authSignOutRoute = route(authSignOut, async ({ deps, request }) => {
  const token = sessionTokenOf(deps.site, request);
  if (token !== undefined) await deleteSession(deps.db, hashToken(token));
  return { data: {}, headers: { 'Set-Cookie': endedSessionCookie(deps.site) } };
});
