import { docsGet } from '@parlance/contracts';
import { referencePage } from '../../http/docs/reference-page.ts';
import { route } from '../../http/route.ts';
import { staticAnswer } from '../../http/static-answer.ts';

export const docsGetRoute = route(docsGet, async ({ request }) =>
  staticAnswer(request, await referencePage()),
);
