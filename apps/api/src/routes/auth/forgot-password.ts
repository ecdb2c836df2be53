import { authForgotPassword } from '@parlance/contracts';
import { requestMail } from '../../domain/user/request-mail.ts';
import { route } from '../../http/route.ts';

export const authForgotPasswordRoute = route(authForgotPassword, async ({ deps, body }) => {
  await requestMail(deps, 'reset-password', body.email);
  return { data: {} };
});
