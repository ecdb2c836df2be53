import { docsErrors } from '@parlance/contracts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsErrorsRoute = route(docsErrors, async ({ documents, request }) =>
  staticAnswer(request, await documents.errors()),
);
