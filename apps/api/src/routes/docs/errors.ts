import { docsErrors } from '@parlance/contracts';
import { staticAnswer } from '../../http/answer/static-answer.ts';
import { route } from '../../http/route.ts';

export const docsErrorsRoute = route(docsErrors, async ({ documents, request }) =>
  staticAnswer(request, await documents.errors()),
);
