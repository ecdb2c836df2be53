import { authResetPassword } from '@parlance/contracts';
import { resetPassword } from '../../domain/people/index.ts';
import { route } from '../../http/route.ts';

export const authResetPasswordRoute = route(authResetPassword, async ({ deps, body }) => {
  await resetPassword(deps, body);
  return { data: {} };
});
