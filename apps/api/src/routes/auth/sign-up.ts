import { authSignUp } from '@parlance/contracts';
import { signUpUser } from '../../domain/people/index.ts';
import { chooseLanguage } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';

export const authSignUpRoute = route(authSignUp, async ({ deps, body, request }) => {
  await signUpUser(deps, {
    ...body,
    language: chooseLanguage(request.headers['accept-language']),
  });
  return { data: { email: body.email, name: body.name, emailVerified: false as const } };
});
