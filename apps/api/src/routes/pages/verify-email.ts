import { pagesVerifyEmail } from '@parlance/contracts';
import { pageLanguage } from '../../http/answer/accept.ts';
import { verifyEmailPage } from '../../http/pages/verify-email.ts';
import { route } from '../../http/route.ts';

export const pagesVerifyEmailRoute = route(pagesVerifyEmail, async ({ query, request }) =>
  verifyEmailPage(pageLanguage(query.lang, request.headers['accept-language'])),
);
