import { authForgotPassword } from '@parlance/contracts';
import { requestMail } from '../../domain/people/index.ts';
import { chooseLanguage } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';

export const authForgotPasswordRoute = route(
  authForgotPassword,
  async ({ deps, body, request }) => {
    await requestMail(
      deps,
      'reset-password',
      body.email,
      chooseLanguage(request.headers['accept-language']),
    );
    return { data: {} };
  },
);
