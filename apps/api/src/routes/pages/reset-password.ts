import { pagesResetPassword } from '@parlance/contracts';
import { resetPasswordPage } from '../../http/pages/reset-password.ts';
import { route } from '../../http/route.ts';

export const pagesResetPasswordRoute = route(pagesResetPassword, async () => resetPasswordPage());
