import { pagesResetPassword } from '@parlance/contracts';
import { pageLanguage } from '../../http/answer/accept.ts';
import { resetPasswordPage } from '../../http/pages/reset-password.ts';
import { route } from '../../http/route.ts';

export const pagesResetPasswordRoute = route(pagesResetPassword, async ({ query, request }) =>
  resetPasswordPage(pageLanguage(query.lang, request.headers['accept-language'])),
);
