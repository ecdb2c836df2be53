import { usersMePassword } from '@parlance/contracts';
import { changePassword } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';

export const usersMePasswordRoute = route(usersMePassword, async ({ deps, principal, body }) => {
  const { id: userId, sessionId } = principal;
  await changePassword(deps, { ...body, userId, sessionId });
  return { data: {} };
});
