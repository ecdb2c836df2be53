import { usersMeDelete } from '@parlance/contracts';
import { endAccount } from '../../domain/people/index.ts';
import { endedSessionCookie } from '../../http/access/session-cookie.ts';
import { route } from '../../http/route.ts';
import { presentUser } from './user.present.ts';

export const usersMeDeleteRoute = route(
  usersMeDelete,
  async ({ deps, principal, body, request }) => {
    const { id: userId, sessionId } = principal;
    const { password, force = false } = body;
    const call = { userId, sessionId, password, force, address: request.ip };
    const { user, deactivatedAt } = await endAccount(deps, call);
    return {
      data: { ...presentUser(user), deactivatedAt: deactivatedAt.toISOString() },
      headers: { 'Set-Cookie': endedSessionCookie(deps.site) },
    };
  },
);
