import { docsGet } from '@parlance/contracts';
import { referenceOf } from '../../http/reference.ts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsGetRoute = route(docsGet, async ({ deps, request }) =>
  staticAnswer(request, (await referenceOf(deps.site)).docs),
);
