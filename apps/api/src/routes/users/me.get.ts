import { usersMeGet } from '@parlance/contracts';
import { findProfile } from '../../domain/people/index.ts';
import { fail } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { presentProfile } from './user.present.ts';

export const usersMeGetRoute = route(usersMeGet, async ({ deps, principal }) => {
  const user = await findProfile(deps.db, principal.id);
  return { data: presentProfile(user ?? fail('unauthenticated', 'The account is deactivated.')) };
});
