import { usersMeDelete } from '@parlance/contracts';
import { deactivateUser } from '../../domain/user/deactivate-user.ts';
import { route } from '../../http/route.ts';
import { endedSessionCookie } from '../../http/session-cookie.ts';
import { presentUser } from './user.present.ts';

export const usersMeDeleteRoute = route(usersMeDelete, async ({ deps, principal, request }) => {
  const { user, deactivatedAt } = await deactivateUser(deps, {
    userId: principal.id,
    address: request.ip,
    reason: 'account_deactivated',
  });
  return {
    data: { ...presentUser(user), deactivatedAt: deactivatedAt.toISOString() },
    headers: { 'Set-Cookie': endedSessionCookie(deps.site) },
  };
});
