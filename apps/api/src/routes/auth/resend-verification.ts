import { authResendVerification } from '@parlance/contracts';
import { requestMail } from '../../domain/user/request-mail.ts';
import { route } from '../../http/route.ts';

export const authResendVerificationRoute = route(authResendVerification, async ({ deps, body }) => {
  await requestMail(deps, 'verify-email', body.email);
  return { data: {} };
});
