import { openapiGet } from '@parlance/contracts';
import { staticAnswer } from '../../http/answer/static-answer.ts';
import { route } from '../../http/route.ts';

export const openapiGetRoute = route(openapiGet, async ({ documents, request }) =>
  staticAnswer(request, await documents.openApi()),
);
