import { authSession } from '@parlance/contracts';
import { findSession } from '../../domain/session/session.store.ts';
import { hashToken } from '../../domain/token.ts';
import { findUserById } from '../../domain/user/user.store.ts';
import { route } from '../../http/route.ts';
import { sessionTokenOf } from '../../http/session-cookie.ts';
import { presentUser } from '../users/user.present.ts';

export const authSessionRoute = route(authSession, async ({ deps, request }) => {
  const token = sessionTokenOf(deps.site, request);
  if (token === undefined) return { data: { user: null } };
  const session = await findSession(deps.db, hashToken(token), null, deps.clock.now());
  const user = session && (await findUserById(deps.db, session.userId));
  return { data: { user: user && presentUser(user) } };
});
