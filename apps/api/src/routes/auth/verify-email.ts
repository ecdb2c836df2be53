import { authVerifyEmail } from '@parlance/contracts';
import { verifyEmail } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';
import { presentUser } from '../users/user.present.ts';

export const authVerifyEmailRoute = route(authVerifyEmail, async ({ deps, body }) => ({
  data: { user: presentUser(await verifyEmail(deps, body.token)) },
}));
