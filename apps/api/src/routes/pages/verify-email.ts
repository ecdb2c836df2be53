import { pagesVerifyEmail } from '@parlance/contracts';
import { verifyEmailPage } from '../../http/pages/verify-email.ts';
import { route } from '../../http/route.ts';

export const pagesVerifyEmailRoute = route(pagesVerifyEmail, async () => verifyEmailPage());
