import { docsGet } from '@parlance/contracts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsGetRoute = route(docsGet, async ({ documents, request }) =>
  staticAnswer(request, await documents.reference()),
);
