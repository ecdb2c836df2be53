import { usersMeEmail } from '@parlance/contracts';
import { requestEmailChange } from '../../domain/user/request-email-change.ts';
import { route } from '../../http/route.ts';

export const usersMeEmailRoute = route(usersMeEmail, async ({ deps, principal, body }) => {
  await requestEmailChange(deps, { ...body, userId: principal.id });
  return { data: {} };
});
