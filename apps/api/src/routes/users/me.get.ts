import { usersMeGet } from '@parlance/contracts';
import { findUserById } from '../../domain/user/user.store.ts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { presentUser } from './user.present.ts';

export const usersMeGetRoute = route(usersMeGet, async ({ deps, principal }) => {
  const user = await findUserById(deps.db, principal.id);
  return { data: presentUser(user ?? fail('unauthenticated', 'The account is deactivated.')) };
});
