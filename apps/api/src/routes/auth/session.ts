import { authSession } from '@parlance/contracts';
import { findUserById } from '../../domain/people/index.ts';
import { useSession } from '../../http/access/authenticate.ts';
import { route } from '../../http/route.ts';
import { presentUser } from '../users/user.present.ts';

export const authSessionRoute = route(authSession, async ({ deps, request, reply }) => {
  const session = await useSession(deps, request, reply, null);
  const user = session && (await findUserById(deps.db, session.userId));
  return { data: { user: user && presentUser(user) } };
});
