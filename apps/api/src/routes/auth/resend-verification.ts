import { authResendVerification } from '@parlance/contracts';
import { requestMail } from '../../domain/people/index.ts';
import { chooseLanguage } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';

export const authResendVerificationRoute = route(
  authResendVerification,
  async ({ deps, body, request }) => {
    await requestMail(
      deps,
      'verify-email',
      body.email,
      chooseLanguage(request.headers['accept-language']),
    );
    return { data: {} };
  },
);
