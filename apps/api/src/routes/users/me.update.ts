import { usersMeUpdate } from '@parlance/contracts';
import { findUserById, renameUser } from '../../domain/user/user.store.ts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { presentUser } from './user.present.ts';

export const usersMeUpdateRoute = route(usersMeUpdate, async ({ deps, principal, body }) => {
  const user =
    body.name === undefined
      ? await findUserById(deps.db, principal.id)
      : await renameUser(deps.db, principal.id, body.name);
  return { data: presentUser(user ?? fail('unauthenticated', 'The account is deactivated.')) };
});
