import { usersSessionsDelete } from '@parlance/contracts';
import { endSession } from '../../domain/people/index.ts';
import { fail } from '../../errors.ts';
import { endedSessionCookie } from '../../http/access/session-cookie.ts';
import { route } from '../../http/route.ts';
import { presentSession } from './session.present.ts';

export const usersSessionsDeleteRoute = route(
  usersSessionsDelete,
  async ({ deps, principal, params }) => {
    const now = deps.clock.now();
    const row = await endSession(deps.db, principal.id, params.sessionId, now);
    if (!row) fail('not_found', 'The session does not exist.');
    const session = presentSession(row, principal);
    return {
      data: { ...session, endedAt: now.toISOString() },
      ...(session.current && { headers: { 'Set-Cookie': endedSessionCookie(deps.site) } }),
    };
  },
);
