import { authSignUp } from '@parlance/contracts';
import { signUpUser } from '../../domain/user/sign-up-user.ts';
import { route } from '../../http/route.ts';

export const authSignUpRoute = route(authSignUp, async ({ deps, body }) => {
  await signUpUser(deps, body);
  return { data: { email: body.email, name: body.name, emailVerified: false as const } };
});
