import { docsGet } from '@parlance/contracts';
import { staticAnswer } from '../../http/answer/static-answer.ts';
import { route } from '../../http/route.ts';

export const docsGetRoute = route(docsGet, async ({ documents, request }) =>
  staticAnswer(request, await documents.reference()),
);
