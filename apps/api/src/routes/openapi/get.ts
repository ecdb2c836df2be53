import { openapiGet } from '@parlance/contracts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const openapiGetRoute = route(openapiGet, async ({ documents, request }) =>
  staticAnswer(request, await documents.openApi()),
);
