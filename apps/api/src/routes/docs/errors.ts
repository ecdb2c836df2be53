import { docsErrors } from '@parlance/contracts';
import { errorsPage } from '../../http/docs/errors-page.ts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsErrorsRoute = route(docsErrors, async ({ request }) =>
  staticAnswer(request, await errorsPage()),
);
