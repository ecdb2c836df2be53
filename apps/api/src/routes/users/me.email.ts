import { usersMeEmail } from '@parlance/contracts';
import { requestEmailChange } from '../../domain/people/index.ts';
import { chooseLanguage } from '../../http/answer/accept.ts';
import { route } from '../../http/route.ts';

export const usersMeEmailRoute = route(usersMeEmail, async ({ deps, principal, body, request }) => {
  await requestEmailChange(deps, {
    ...body,
    userId: principal.id,
    language: chooseLanguage(request.headers['accept-language']),
  });
  return { data: {} };
});
