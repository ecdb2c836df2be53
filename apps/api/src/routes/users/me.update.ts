import { usersMeUpdate } from '@parlance/contracts';
import { updateProfile } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentProfile } from './user.present.ts';

export const usersMeUpdateRoute = route(usersMeUpdate, async ({ deps, principal, body }) => ({
  data: presentProfile(await updateProfile(deps, principal.id, body)),
}));
