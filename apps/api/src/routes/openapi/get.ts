import { openapiGet } from '@parlance/contracts';
import { openApiContent } from '../../http/openapi-content.ts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const openapiGetRoute = route(openapiGet, async ({ deps, request }) =>
  staticAnswer(request, await openApiContent(deps.site)),
);
